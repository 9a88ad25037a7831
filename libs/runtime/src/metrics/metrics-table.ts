import { counter, gauge, histogram, type MetricKind, type MetricRow } from './metric-row.js';

/** Seconds; a million receivables take about two minutes. */
const SETTLEMENT_BUCKETS_SECONDS = [1, 5, 15, 30, 60, 120, 300, 900, 3_600, 14_400];

const HTTP = {
  http_request_duration_seconds: histogram('Time to answer an HTTP request.', ['method', 'route', 'status']),
};

const BUS = {
  bus_request_duration_seconds: histogram('Time from a command to its answer.', ['command']),
  handler_duration_seconds: histogram('Time a handler took for a message or a batch.', [
    'service',
    'pattern',
    'outcome',
  ]),
  handled_messages_total: counter('Messages that handlers were given, repetitions included.', 'messages', [
    'service',
    'pattern',
  ]),
  outbox_publish_delay_seconds: histogram('Time from the commit of an outbox row until the bus has it.', ['service']),
  outbox_pending_rows: gauge('Committed outbox rows of this process that are not yet published.', 'rows', ['service']),
  outbox_oldest_pending_seconds: gauge('Age of the oldest of them.', 'seconds', ['service']),
};

const DATABASE = {
  database_transactions_total: counter('Transactions begun.', 'transactions', ['schema']),
  database_statements_total: counter('Statements sent, without BEGIN and COMMIT.', 'statements', ['schema']),
};

const PAYMENTS = {
  acquirer_call_seconds: histogram('Calls to the acquirer by operation and outcome, waiting included.', [
    'party',
    'operation',
    'outcome',
  ]),
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
  ledger_checked_position: gauge('Position in the hash chain up to which the light check has come.', 'position'),
  ledger_last_check_seconds: gauge('Time since the light check last looked.', 'seconds'),
  ledger_violations: gauge('What the light check has found since the ledger began.', 'violations'),
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
};

const WEBHOOKS = {
  postback_attempt_seconds: histogram('Duration of attempts at deliveries.', ['answer']),
  postback_outcomes_total: counter('Attempts at deliveries by what became of them.', 'attempts', ['status']),
};

const PROCESS = {
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
  Payments: PAYMENTS,
  Ledger: LEDGER,
  Postbacks: WEBHOOKS,
  Process: PROCESS,
} satisfies Record<string, Record<string, MetricRow>>;

/** Every metric of the platform by its name without the prefix. */
export const METRICS_TABLE = { ...HTTP, ...BUS, ...DATABASE, ...PAYMENTS, ...LEDGER, ...WEBHOOKS, ...PROCESS };

export const METRIC_PREFIX = 'centavo_';

type Table = typeof METRICS_TABLE;

/** The names of the table that are of a kind. */
export type MetricName<Kind extends MetricKind = MetricKind> = {
  [Name in keyof Table]: Table[Name]['kind'] extends Kind ? Name : never;
}[keyof Table];

export type LabelOf<Name extends MetricName> = Table[Name]['labels'][number];

/** A value for each of a metric's labels. */
export type LabelsOf<Name extends MetricName> = Readonly<Record<LabelOf<Name>, string>>;
