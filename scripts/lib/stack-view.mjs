/** How `npm run stack` shows what its processes say: one line each, the service's name in its colour first. */
const colours = { onboarding: 35, payments: 32, ledger: 33, webhooks: 36, gateway: 34 };
const levelColours = { warn: 33, error: 31, fatal: 31 };
const nameWidth = 14;
/** Said by the prefix, or of no interest on a screen. */
const hiddenFields = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'service', 'instance', 'instanceId', 'name']);

const paint = (colour, text) => (process.stdout.isTTY ? `\u001B[${colour}m${text}\u001B[0m` : text);

/** @param {import('./stack-instance.mjs').StackInstance} instance */
export function showLine(instance, line) {
  console.log(`${paint(colours[instance.service], instance.name.padEnd(nameWidth))} ${readable(line)}`);
}

export function showNote(text) {
  console.log(`${paint(1, 'stack'.padEnd(nameWidth))} ${text}`);
}

/** One line with the state of every instance. */
export async function showHealth(stack) {
  const states = await Promise.all(
    stack.instances.map(async (instance) => {
      const isReady = await instance.isReady();
      return paint(isReady ? 32 : 31, `${instance.name} ${isReady ? 'ready' : 'not ready'} :${instance.opsPort}`);
    }),
  );
  showNote(`PostgreSQL ready · Kafka ${stack.kafka.brokers} ready · ${states.join(' · ')}`);
}

/** A log line is JSON; anything else is shown as it is. */
function readable(line) {
  const record = parse(line);
  if (!record) return line;
  const fields = Object.entries(record)
    .filter(([name]) => !hiddenFields.has(name))
    .map(([name, value]) => `${name}=${shown(value)}`);
  const text = [record.level?.padEnd(5), record.msg, ...fields].join(' ');
  return levelColours[record.level] ? paint(levelColours[record.level], text) : text;
}

/** Of an error the message: its stack is in the log file. */
const shown = (value) => (typeof value === 'object' ? (value?.message ?? JSON.stringify(value)) : value);

function parse(line) {
  if (!line.startsWith('{')) return null;
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
