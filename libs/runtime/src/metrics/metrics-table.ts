import { counter, gauge, histogram, type MetricKind, type MetricRow } from './metric-row.js';

/** Seconds; a million receivables take about two minutes. */
const SETTLEMENT_BUCKETS_SECONDS = [1, 5, 15, 30, 60, 120, 300, 900, 3_600, 14_400];

/** Seconds; fine where the goals are: 10 to 30 ms over Kafka at a steady load. */
const BUS_BUCKETS_SECONDS = [
  0.001, 0.002, 0.003, 0.005, 0.0075, 0.01, 0.015, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10,
];

const HTTP = {
  http_request_duration_seconds: histogram('Time to answer an HTTP request.', ['method', 'route', 'status']),
  http_refusals_total: counter('Requests answered 429 or 503, by what was too much or not there.', 'requests', [
    'status',
    'reason',
  ]),
};

const BUS = {
  bus_request_duration_seconds: histogram('Time from a command to its answer.', ['command'], BUS_BUCKETS_SECONDS),
  bus_requests_in_flight: gauge('Commands of this gateway whose answer has not come yet.', 'commands'),
  bus_request_failures_total: counter(
    'Commands without an answer: `timeout` when none came in time (it may have been done), `unavailable` when the bus did not take it.',
    'commands',
    ['command', 'reason'],
  ),
  bus_lag_messages: gauge(
    'Messages of a topic that a group has not finished, over all of its instances. Read at a scrape.',
    'messages',
    ['group', 'topic'],
  ),
  handler_duration_seconds: histogram('Time a handler took for a message or a batch.', [
    'service',
    'pattern',
    'outcome',
  ]),
  handled_messages_total: counter('Messages that handlers were given, repetitions included.', 'messages', [
    'service',
    'pattern',
  ]),
  bus_unfinished_messages: gauge('Messages that this instance has taken and not finished.', 'messages', ['service']),
  bus_busy_keys: gauge('Different keys among them. One key is one lane, which nothing overtakes.', 'keys', ['service']),
  bus_dropped_commands_total: counter('Commands that were not started because their deadline had passed.', 'commands', [
    'service',
    'type',
  ]),
  bus_retries_total: counter(
    'Messages that will be tried again: `outage` when bus or database were away, `transient` when it may pass.',
    'messages',
    ['service', 'type', 'reason'],
  ),
  dead_letters_total: counter('Messages that were given up and put aside.', 'messages', ['service', 'type']),
  dead_letters_open: gauge('Dead letters that nobody has requeued, 10,000 at most. Read at a scrape.', 'messages', [
    'service',
  ]),
  dead_letters_newest_seconds: gauge('Time since the newest of them was put aside.', 'seconds', ['service']),
  outbox_publish_delay_seconds: histogram(
    'Time from the commit of an outbox row until the bus has it.',
    ['service'],
    BUS_BUCKETS_SECONDS,
  ),
  outbox_pending_rows: gauge('Committed outbox rows of this process that are not yet published.', 'rows', ['service']),
  outbox_oldest_pending_seconds: gauge('Age of the oldest of them.', 'seconds', ['service']),
  outbox_stored_rows: gauge(
    'Outbox rows in the database, of all instances and of dead ones, 10,000 at most. Read at a scrape.',
    'rows',
    ['service'],
  ),
  outbox_stored_oldest_seconds: gauge('Age of the oldest of them.', 'seconds', ['service']),
};

const DATABASE = {
  database_transactions_total: counter('Transactions begun.', 'transactions', ['schema']),
  database_statements_total: counter('Statements sent, without BEGIN and COMMIT.', 'statements', ['schema']),
  database_errors_total: counter(
    'Statements and commits that failed: `serialization` (deadlocks too), `connection`, `timeout`, or `other`, which a rule of a table may have refused.',
    'statements',
    ['schema', 'kind'],
  ),
  database_retries_total: counter('Transactions begun anew because others were in their way.', 'transactions', [
    'schema',
  ]),
  database_connections: gauge(
    'Connections that are open, by pool (`work`, or `reads` of prepared statements; `replica` and `replica_reads` where there is one) and state.',
    'connections',
    ['schema', 'pool', 'state'],
  ),
  database_connections_limit: gauge('Connections that a pool may open.', 'connections', ['schema', 'pool']),
  database_reads_total: counter(
    'Reads of a gateway that has a read replica, by the server that answered.',
    'statements',
    ['server'],
  ),
  database_replica_used: gauge('Whether the gateway reads from its replica (1) or from the primary.', 'yes or no'),
  database_replica_lag_seconds: gauge(
    'How old what the replica shows is at most, as last seen, up to a second more than it is; infinite while it does not answer.',
    'seconds',
  ),
  database_waiting: gauge('Whoever waits for a connection of a pool.', 'callers', ['schema', 'pool']),
};

/** What a table says is to be done, found there by whoever has time: it survives whoever had begun it. */
const WORK = {
  due_work_rows: gauge(
    'Work whose time has come and that nobody has taken, 10,000 at most. Read at a scrape.',
    'rows',
    ['service', 'work'],
  ),
  due_work_overdue_seconds: gauge('How long the oldest of it has been due.', 'seconds', ['service', 'work']),
  unresolved_operations: gauge(
    'Charges and withdrawals of which the acquirer or bank has not yet said what became of them, so that they were taken over at least once; 10,000 at most. Read at a scrape.',
    'operations',
    ['party'],
  ),
};

const PAYMENTS = {
  acquirer_call_seconds: histogram('Calls to the acquirer by operation and outcome, waiting included.', [
    'party',
    'operation',
    'outcome',
  ]),
  vault_reveals_total: counter('Cards that the vault gave out in clear for an acquirer, or could not.', 'cards', [
    'outcome',
  ]),
  vault_keys: gauge(
    'Keys of the card vault that cards may be under; more than one until a rotation is finished.',
    'keys',
  ),
  acquirer_breaker_state: gauge(
    'Circuit breaker of an operation of the acquirer: 0 closed, 1 trying again, 2 open.',
    'state',
    ['party', 'operation'],
  ),
};

const LEDGER = {
  bank_call_seconds: histogram('Calls to the bank by operation and outcome, waiting included.', [
    'party',
    'operation',
    'outcome',
  ]),
  bank_breaker_state: gauge('Circuit breaker of an operation of the bank: 0 closed, 1 trying again, 2 open.', 'state', [
    'party',
    'operation',
  ]),
  ledger_unchained_transactions: gauge('Posted, but not in the hash chain yet.', 'transactions'),
  ledger_oldest_unchained_seconds: gauge('Time since the oldest of them was posted. Read at a scrape.', 'seconds'),
  ledger_checked_position: gauge('Position in the hash chain up to which the light check has come.', 'position'),
  ledger_last_check_seconds: gauge('Time since the light check last looked.', 'seconds'),
  ledger_violations: gauge('What the light check has found since the ledger began.', 'violations'),
  ledger_full_check_seconds: gauge(
    'Time since the last whole check ended that an operator asked for; no value when there was none. Read at a scrape.',
    'seconds',
  ),
  ledger_full_check_violations: gauge('What it has found.', 'violations'),
  settled_receivables_total: counter('Receivables that were settled.', 'receivables'),
  unsettled_receivables_total: counter(
    'Receivables that something wrong with them or their wallet kept from being settled, each time that it was tried.',
    'receivables',
  ),
  settlement_run_seconds: histogram(
    'From the start of a day’s settlement until nothing was due any more.',
    [],
    SETTLEMENT_BUCKETS_SECONDS,
  ),
  settlement_finished: gauge(
    'Whether everything that is due by today has been settled (1), as this instance last saw it.',
    'yes or no',
  ),
  settlement_last_run_seconds: gauge(
    'Time since the last daily settlement was finished; no value when there was none. Read at a scrape.',
    'seconds',
  ),
  settlement_last_run_duration_seconds: gauge('How long it took.', 'seconds'),
  settlement_overdue_receivables: gauge(
    'Receivables whose day has come and that are not settled, 10,000 at most. Read at a scrape.',
    'receivables',
  ),
  settlement_overdue_seconds: gauge('How long the oldest of them has been due.', 'seconds'),
};

const WEBHOOKS = {
  postback_attempt_seconds: histogram('Duration of attempts at deliveries.', ['answer']),
  postback_outcomes_total: counter('Attempts at deliveries by what became of them.', 'attempts', ['status']),
  postback_failing_endpoints: gauge(
    'Endpoints of which nothing has succeeded since something failed, 10,000 at most. Read at a scrape.',
    'endpoints',
  ),
  postback_disabled_endpoints_total: counter('Endpoints that were given up, by why.', 'endpoints', ['reason']),
};

const PROCESS = {
  build_info: gauge('Always 1; what runs is in the labels.', 'none', ['version', 'commit', 'node']),
  dependency_ready: gauge('Whether what this process stands on answers (1), as /ready has it.', 'yes or no', [
    'dependency',
  ]),
  state_readable: gauge(
    'Whether the gauges that are asked for at a scrape could be had (1). While they cannot, they have no value.',
    'yes or no',
    ['source'],
  ),
};

/** The metrics by what they are about, as the docs show them. Names stand without their prefix. */
export const METRIC_SECTIONS = {
  HTTP,
  'Bus and outbox': BUS,
  Database: DATABASE,
  'Due work': WORK,
  Payments: PAYMENTS,
  Ledger: LEDGER,
  Postbacks: WEBHOOKS,
  Process: PROCESS,
} satisfies Record<string, Record<string, MetricRow>>;

/** Every metric of the platform by its name without the prefix. */
export const METRICS_TABLE = { ...HTTP, ...BUS, ...DATABASE, ...WORK, ...PAYMENTS, ...LEDGER, ...WEBHOOKS, ...PROCESS };

export const METRIC_PREFIX = 'centavo_';

type Table = typeof METRICS_TABLE;

/** The names of the table that are of a kind. */
export type MetricName<Kind extends MetricKind = MetricKind> = {
  [Name in keyof Table]: Table[Name]['kind'] extends Kind ? Name : never;
}[keyof Table];

export type LabelOf<Name extends MetricName> = Table[Name]['labels'][number];

/** A value for each of a metric's labels. */
export type LabelsOf<Name extends MetricName> = Readonly<Record<LabelOf<Name>, string>>;
