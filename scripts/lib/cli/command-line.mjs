import { parseArgs } from 'node:util';
import { COMMANDS, generalOptionsOf, valueOf } from './commands.mjs';
import { overview, usageOf } from './help.mjs';

/** The command line is not understood. */
export class UsageError extends Error {
  name = 'UsageError';

  /** @param {string} message @param {import('./commands.mjs').Command} command that is not used as it has to be */
  static of(message, command) {
    return new UsageError(`${message}\n\nUsage: ${usageOf(command)}`);
  }
}

/**
 * @param {readonly string[]} argv
 * @returns {{command?: import('./commands.mjs').Command, topic: string, general: object, id?: string, fields: Record<string, unknown>}}
 *   without a command where help is asked for; `fields` by their dotted names, as the API knows them
 * @throws {UsageError}
 */
export function readCommandLine(argv) {
  const words = leadingWords(argv);
  const command = COMMANDS.find(({ name }) => startsWith(words, name.split(' ')));
  if (!command) return readTopic(words, argv);

  const { values, positionals } = parse(argv.slice(command.name.split(' ').length), command);
  const general = Object.fromEntries(generalOptionsOf(command).map(({ name }) => [name, values[name]]));
  if (general.help) return { command, topic: command.name, general, fields: {} };
  return {
    command,
    topic: command.name,
    general,
    id: readId(positionals, command),
    fields: readFields(values, command),
  };
}

function leadingWords(argv) {
  const end = argv.findIndex((word) => word.startsWith('-'));
  return end < 0 ? argv : argv.slice(0, end);
}

const startsWith = (words, start) => start.every((word, index) => words[index] === word);

/** No command: help about all of them, or about those that begin with the words, if help is what is wanted. */
function readTopic(words, argv) {
  const topic = words.join(' ');
  const isKnown = COMMANDS.some(({ name }) => startsWith(name.split(' '), words));
  if (isKnown && argv.includes('--help')) return { topic, general: { help: true }, fields: {} };
  const complaint = isKnown ? 'Which command?' : `There is no command "${topic}".`;
  throw new UsageError(`${complaint}\n\n${overview(isKnown ? topic : '')}`);
}

function parse(args, command) {
  const general = generalOptionsOf(command).map(({ name, placeholder }) => [
    name,
    { type: placeholder ? 'string' : 'boolean' },
  ]);
  const own = command.options.map(({ name }) => [name, { type: 'string' }]);
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: Object.fromEntries([...general, ...own]) });
  } catch (error) {
    throw UsageError.of(error.message, command);
  }
}

function readId(positionals, command) {
  const { argument } = command;
  const [id, ...rest] = argument ? positionals : [undefined, ...positionals];
  if (argument && id === undefined) throw UsageError.of(`Which ${argument}? Its id is missing.`, command);
  if (rest.length > 0) throw UsageError.of(`"${rest[0]}" is too much.`, command);
  return id;
}

function readFields(values, command) {
  const missing = command.options.filter(({ name, required }) => required && values[name] === undefined);
  if (missing.length > 0) {
    throw UsageError.of(`Missing: ${missing.map(({ name }) => `--${name}`).join(', ')}.`, command);
  }
  const given = command.options.filter(({ name }) => values[name] !== undefined);
  return Object.fromEntries(given.map((option) => [option.field, readValue(option, values[option.name], command)]));
}

/** Of each type what a text means; undefined when it means nothing. */
const READERS = {
  text: (text) => text,
  integer: (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : undefined),
  boolean: (text) => (/^(?:true|false)$/.test(text) ? text === 'true' : undefined),
  list: (text) => (text === '' ? [] : text.split(',')),
  json: (text) => {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  },
};

function readValue(option, text, command) {
  const { name, type = 'text', choices } = option;
  const value = READERS[type](text);
  const isChoice = !choices || [value].flat().every((one) => choices.includes(one));
  if (value !== undefined && isChoice) return value;
  throw UsageError.of(`--${name} takes ${valueOf(option)}, not "${text}".`, command);
}
