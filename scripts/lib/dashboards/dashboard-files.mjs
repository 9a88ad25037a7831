import { dashboard, quantileOf, rateOf } from './panels.mjs';

const HTTP = 'centavo_http_request_duration_seconds';
const HANDLER = 'centavo_handler_duration_seconds';
const ATTEMPT = 'centavo_postback_attempt_seconds';

/** The dashboards of `deploy/grafana/dashboards` by their paths. */
export const dashboardFiles = () => ({
  'deploy/grafana/dashboards/overview.json': dashboard('centavo-overview', 'Overview', OVERVIEW),
  'deploy/grafana/dashboards/services.json': dashboard('centavo-services', 'Services', SERVICES),
  'deploy/grafana/dashboards/postbacks.json': dashboard('centavo-postbacks', 'Postbacks', POSTBACKS),
  'deploy/grafana/dashboards/ledger.json': dashboard('centavo-ledger', 'Ledger', LEDGER),
});

const number = (title, expr, more = {}) => ({ title, queries: { '': expr }, isNumber: true, ...more });
const graph = (title, queries, unit) => ({ title, queries, unit });

const OVERVIEW = [
  [
    number('Ledger violations', 'max(centavo_ledger_violations)', { bad: 1 }),
    number('Dead letters that wait', 'sum(max by (service) (centavo_dead_letters_open))', { bad: 1 }),
    number('Settlement overdue', 'max(centavo_settlement_overdue_seconds)', { unit: 's', bad: 7200 }),
    number('Ledger last checked', 'min(centavo_ledger_last_check_seconds)', { unit: 's', bad: 300 }),
    number('Operations unresolved', 'sum(max by (party) (centavo_unresolved_operations))', { bad: 10 }),
    number('Not ready', 'count(centavo_dependency_ready == 0) or vector(0)', { bad: 1 }),
  ],
  [
    graph('Requests', { '{{status}}': rateOf(`${HTTP}_count`, 'status') }, 'reqps'),
    graph(
      'Share that failed',
      { failed: `(${rateOf(`${HTTP}_count{status=~"5.."}`)} or vector(0)) / ${rateOf(`${HTTP}_count`)}` },
      'percentunit',
    ),
    graph(
      'New charges',
      {
        p50: quantileOf(HTTP, 0.5, '', '{method="POST",route="/v1/charges"}'),
        p99: quantileOf(HTTP, 0.99, '', '{method="POST",route="/v1/charges"}'),
      },
      's',
    ),
  ],
  [
    graph('Refused', { '{{reason}}': rateOf('centavo_http_refusals_total', 'reason') }, 'reqps'),
    graph('Lag', { '{{group}} of {{topic}}': 'max by (group, topic) (centavo_bus_lag_messages)' }),
    graph('Oldest in the outbox', { '{{service}}': 'max by (service) (centavo_outbox_stored_oldest_seconds)' }, 's'),
    graph('Due work, overdue', { '{{work}}': 'max by (work) (centavo_due_work_overdue_seconds)' }, 's'),
  ],
  [
    graph(
      'Slowest routes, p99',
      { '{{method}} {{route}}': `topk(10, ${quantileOf(HTTP, 0.99, 'method, route')})` },
      's',
    ),
    graph(
      'Calls to the acquirer',
      { '{{operation}} {{outcome}}': rateOf('centavo_acquirer_call_seconds_count', 'operation, outcome') },
      'reqps',
    ),
    graph('Breakers (2: open)', {
      '{{party}} {{operation}}':
        'max by (party, operation) (centavo_acquirer_breaker_state or centavo_bank_breaker_state)',
    }),
  ],
];

const SERVICES = [
  [
    graph(
      'Messages',
      { '{{service}} {{pattern}}': rateOf('centavo_handled_messages_total', 'service, pattern') },
      'ops',
    ),
    graph('Handlers, p99', { '{{service}} {{pattern}}': quantileOf(HANDLER, 0.99, 'service, pattern') }, 's'),
    graph(
      'Handlers that failed',
      { '{{service}} {{pattern}}': rateOf(`${HANDLER}_count{outcome="failed"}`, 'service, pattern') },
      'ops',
    ),
  ],
  [
    graph('In hand', {
      '{{service}}': 'sum by (service) (centavo_bus_unfinished_messages)',
      '{{service}}, keys': 'sum by (service) (centavo_bus_busy_keys)',
    }),
    graph(
      'Tried again',
      { '{{service}} {{type}} {{reason}}': rateOf('centavo_bus_retries_total', 'service, type, reason') },
      'ops',
    ),
    graph(
      'Commands dropped, without answer',
      {
        'dropped {{type}}': rateOf('centavo_bus_dropped_commands_total', 'type'),
        '{{command}} {{reason}}': rateOf('centavo_bus_request_failures_total', 'command, reason'),
      },
      'ops',
    ),
    graph(
      'Command to answer, p99',
      { '{{command}}': quantileOf('centavo_bus_request_duration_seconds', 0.99, 'command') },
      's',
    ),
  ],
  [
    graph('Connections in use', {
      '{{instance}} {{schema}} {{pool}}':
        'sum by (instance, schema, pool) (centavo_database_connections{state="used"})',
    }),
    graph('Waiting for a connection', {
      '{{instance}} {{schema}} {{pool}}': 'sum by (instance, schema, pool) (centavo_database_waiting)',
    }),
    graph('Statements', { '{{schema}}': rateOf('centavo_database_statements_total', 'schema') }, 'ops'),
    graph(
      'Errors of the database',
      {
        '{{schema}} {{kind}}': rateOf('centavo_database_errors_total', 'schema, kind'),
        '{{schema}} begun anew': rateOf('centavo_database_retries_total', 'schema'),
      },
      'ops',
    ),
  ],
  [
    graph('CPU', { '{{job}} {{instance}}': rateOf('process_cpu_seconds_total', 'job, instance') }, 'percentunit'),
    graph('Memory', { '{{job}} {{instance}}': 'sum by (job, instance) (process_resident_memory_bytes)' }, 'bytes'),
    graph(
      'Event loop late, p99',
      { '{{job}} {{instance}}': 'clamp_min(max by (job, instance) (nodejs_eventloop_lag_p99_seconds) - 0.5, 0)' },
      's',
    ),
    graph('Versions', { '{{version}} {{commit}}': 'count by (version, commit) (centavo_build_info)' }),
  ],
];

const POSTBACKS = [
  [
    graph('Attempts by answer', { '{{answer}}': rateOf(`${ATTEMPT}_count`, 'answer') }, 'ops'),
    graph('Time to an answer', { p50: quantileOf(ATTEMPT, 0.5, ''), p99: quantileOf(ATTEMPT, 0.99, '') }, 's'),
    graph('What became of them', { '{{status}}': rateOf('centavo_postback_outcomes_total', 'status') }, 'ops'),
  ],
  [
    graph('Due and not taken', { '{{work}}': 'max by (work) (centavo_due_work_rows{service="webhooks"})' }),
    graph('Overdue', { '{{work}}': 'max by (work) (centavo_due_work_overdue_seconds{service="webhooks"})' }, 's'),
    graph('Endpoints that fail', { failing: 'max(centavo_postback_failing_endpoints)' }),
    graph('Endpoints disabled', { '{{reason}}': rateOf('centavo_postback_disabled_endpoints_total', 'reason') }, 'ops'),
  ],
];

const LEDGER = [
  [
    number('Violations, light check', 'max(centavo_ledger_violations)', { bad: 1 }),
    number('Violations, whole check', 'max(centavo_ledger_full_check_violations)', { bad: 1 }),
    number('Since the whole check', 'min(centavo_ledger_full_check_seconds)', { unit: 's' }),
    number('Since the last settlement', 'min(centavo_settlement_last_run_seconds)', { unit: 's' }),
    number('It took', 'max(centavo_settlement_last_run_duration_seconds)', { unit: 's' }),
    number('Receivables overdue', 'max(centavo_settlement_overdue_receivables)'),
  ],
  [
    graph('Waiting for the chain', { transactions: 'max(centavo_ledger_unchained_transactions)' }),
    graph('Oldest of them', { age: 'max(centavo_ledger_oldest_unchained_seconds)' }, 's'),
    graph('Chained and checked', { position: 'max(centavo_ledger_checked_position)' }),
  ],
  [
    graph(
      'Settled',
      {
        settled: rateOf('centavo_settled_receivables_total'),
        'could not be': rateOf('centavo_unsettled_receivables_total'),
      },
      'ops',
    ),
    graph('Withdrawals due', { rows: 'max(centavo_due_work_rows{work="withdrawals"})' }),
    graph(
      'Calls to the bank',
      { '{{operation}} {{outcome}}': rateOf('centavo_bank_call_seconds_count', 'operation, outcome') },
      'ops',
    ),
  ],
];
