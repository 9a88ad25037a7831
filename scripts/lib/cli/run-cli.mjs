import { findOperator } from './access.mjs';
import { callApi, NoAnswerError, refusalOf } from './api.mjs';
import { readCommandLine, UsageError } from './command-line.mjs';
import { commandHelp, overview } from './help.mjs';
import { readable } from './tables.mjs';

const DONE = 0;
const REFUSED = 1;
const NOT_UNDERSTOOD = 2;

/**
 * Carries out one command.
 * @param {readonly string[]} argv what follows `npm run cli --`
 * @param {{env: NodeJS.ProcessEnv, out: (text: string) => void, err: (text: string) => void, interruption: () => Promise<unknown>}}
 *   surroundings `interruption`: what a command that goes on and on waits for
 * @returns {Promise<number>} the exit code
 */
export async function runCli(argv, surroundings) {
  const { out, err } = surroundings;
  try {
    const line = readCommandLine(argv);
    if (line.general.help) {
      out(line.command ? commandHelp(line.command) : overview(line.topic));
      return DONE;
    }
    return await (line.command.run ?? callOnce)(line, surroundings);
  } catch (error) {
    if (error instanceof NoAnswerError) {
      err([error.message, error.advice].filter(Boolean).join(' '));
      return REFUSED;
    }
    if (!(error instanceof UsageError)) throw error;
    err(error.message);
    return NOT_UNDERSTOOD;
  }
}

async function callOnce(line, { env, out, err }) {
  const { status, envelope, advice } = await callApi(await findOperator(line.general, env), requestOf(line));
  if (envelope?.success !== true) {
    err([refusalOf(status, envelope), advice].filter(Boolean).join('\n'));
    return REFUSED;
  }
  out(line.general.json ? JSON.stringify(envelope, null, 2) : readable(envelope, line.command));
  return verdictOf(line.command, envelope);
}

function requestOf({ command, general, id, fields }) {
  const { method, path, body, timeoutMs } = command;
  const target = { method, timeoutMs, path: id === undefined ? path : path.replace('{id}', encodeURIComponent(id)) };
  if (method === 'GET') return { ...target, query: fields };
  const sent = { ...body, ...nested(fields) };
  return {
    ...target,
    ...(Object.keys(sent).length > 0 && { body: sent }),
    idempotencyKey: general['idempotency-key'],
  };
}

/** What the API found is not what the command hopes for, though it was carried out. */
const verdictOf = ({ verdict }, { data }) => (verdict !== undefined && data[verdict] === false ? REFUSED : DONE);

/** `{'a.b': 1}` as `{a: {b: 1}}`. */
function nested(fields) {
  const result = {};
  for (const [path, value] of Object.entries(fields)) {
    const names = path.split('.');
    const last = names.pop();
    let owner = result;
    for (const name of names) owner = owner[name] ??= {};
    owner[last] = value;
  }
  return result;
}
