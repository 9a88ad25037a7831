const KIND_WIDTH = 28;

/** One line for people. @param {import('./listener.mjs').ShownDelivery} delivery */
export function readableLine({ at, event, status, latencyMs, trouble }) {
  const about = event ? `${event.event.padEnd(KIND_WIDTH)}  ${event.data.id}  #${event.sequence}` : 'not from Centavo';
  return [at.toTimeString().slice(0, 8), about, status ?? '–', `${latencyMs} ms`, trouble].filter(Boolean).join('  ');
}

/** One line for programs. @param {import('./listener.mjs').ShownDelivery} delivery */
export const jsonLine = ({ at, event = null, status = null, latencyMs, trouble = null }) =>
  JSON.stringify({ at: at.toISOString(), status, latency_ms: latencyMs, trouble, event });
