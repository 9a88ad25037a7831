import { fraction, httpHeaders, httpUrl, integer, oneOf } from './parsers.js';
import { flag, row, type Parser } from './setting-row.js';

const TRACES_SAMPLERS = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const;

/** What OpenTelemetry has names for keeps them; see docs/tracing.md. */
export const TRACING_SETTINGS = {
  tracesEndpoint: row(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    httpUrl as Parser<string | undefined>,
    undefined,
    'Collector of OpenTelemetry traces, as the base of its OTLP/HTTP address, like http://localhost:4318. Without it nothing is traced.',
  ),
  ownTracesEndpoint: row(
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    httpUrl as Parser<string | undefined>,
    undefined,
    'The whole address instead, like http://localhost:4318/v1/traces.',
  ),
  tracesHeaders: row(
    'OTEL_EXPORTER_OTLP_HEADERS',
    httpHeaders,
    {},
    'What the collector wants to see with every request, as name=value, comma-separated, values percent-encoded.',
    { secret: true },
  ),
  tracingDisabled: row('OTEL_SDK_DISABLED', flag, false, 'Turns tracing off although there is a collector.'),
  tracesSampler: row(
    'OTEL_TRACES_SAMPLER',
    oneOf(...TRACES_SAMPLERS),
    'parentbased_always_on',
    'Which requests are traced. What a request causes is traced when the request is, with `parentbased_` or without.',
  ),
  tracesSamplerArgument: row(
    'OTEL_TRACES_SAMPLER_ARG',
    fraction,
    1,
    'With a sampler that ends in `traceidratio`: the part of requests that is traced, from 0 to 1.',
  ),
  tracesDelayMs: row(
    'OTEL_BSP_SCHEDULE_DELAY',
    integer(10, 600_000),
    5000,
    'How long spans wait so that many are sent together. When there are enough for a full batch they leave at once.',
    { unit: 'ms' },
  ),
  trustTraceparent: row(
    'TRUST_TRACEPARENT',
    flag,
    false,
    'Whether a request goes on with the trace, and the sampling, that its `traceparent` header says. Otherwise it begins a trace of its own that links to it, so that callers cannot decide what is traced.',
  ),
};
