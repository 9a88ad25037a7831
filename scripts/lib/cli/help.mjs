import { COMMANDS, EVERYWHERE, generalOptionsOf, valueOf } from './commands.mjs';
import { table } from './tables.mjs';

/** What starts the CLI here: the image, which has no npm, says that compose does. */
const START = process.env.OPERATED_BY === 'compose' ? 'docker compose run --rm cli' : 'npm run cli --';

/** @param {import('./commands.mjs').Command} command */
export function usageOf({ name, argument, options }) {
  const required = options.filter((option) => option.required);
  const words = [argument && `<${argument}>`, ...required.map((option) => `--${option.name} ${valueOf(option)}`)];
  const rest = options.length > required.length ? ['[options]'] : [];
  return [START, name, ...words.filter(Boolean), ...rest].join(' ');
}

/** @param {import('./commands.mjs').Command} command */
export const examplesOf = ({ examples }) => examples.map((example) => `${START} ${example}`);

/** @param {import('./commands.mjs').Command} command */
export function commandHelp(command) {
  return [
    command.summary,
    section('Usage', [usageOf(command)]),
    command.argument && section('Arguments', table([[`<${command.argument}>`, 'its id']])),
    command.options.length > 0 && section('Options', optionLines(command.options)),
    section('Everywhere', generalLines(generalOptionsOf(command))),
    section('Examples', examplesOf(command)),
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** @param {string} topic the words that commands begin with; '' is all of them */
export function overview(topic) {
  const commands = COMMANDS.filter(({ name }) => `${name} `.startsWith(topic === '' ? '' : `${topic} `));
  return [
    `Usage: ${START} <command> [options]`,
    section('Commands', table(commands.map(({ name, summary }) => [name, summary]))),
    section('Everywhere', generalLines(EVERYWHERE)),
    'Exit codes: 0 done, 1 refused or not answered, or the ledger breaks its rules, 2 not understood.',
  ].join('\n\n');
}

const section = (title, lines) => [title, ...lines.map((line) => `  ${line}`)].join('\n');

const optionLines = (options) =>
  table(
    options.map((option) => [
      `--${option.name} ${valueOf(option)}`,
      `${option.meaning}${option.required ? ' Required.' : ''}`,
    ]),
  );

const generalLines = (options) =>
  table(
    options.map(({ name, placeholder, meaning }) => [
      placeholder ? `--${name} <${placeholder}>` : `--${name}`,
      meaning,
    ]),
  );
