import { code, table } from '../docs-markdown.mjs';
import { COMMANDS, EVERYWHERE, valueOf } from './commands.mjs';
import { examplesOf, usageOf } from './help.mjs';

const shell = (lines) => ['```sh', ...lines, '```'].join('\n');

/** `docs/cli.md`, from the commands themselves. @param {string} note that says so */
export function cliPage(note) {
  return `${note}

# The CLI

Everything under \`/admin/v1\`, for operators, and [\`listen\`](#listen), for who develops a receiver of postbacks. Of a platform that runs on this
machine it finds the address and the credentials by itself, in \`DATA_DIR/credentials.json\`:

${shell(['npm run cli -- merchants list'])}

Another one is named by the environment, or by \`--url\` and \`--token\`:

${shell(['CENTAVO_URL=https://payments.example.com OPERATOR_TOKEN=… npm run cli -- merchants list'])}

Answers are tables; \`--json\` gives the API's own. npm itself prints two lines before them, unless it is told to be silent:

${shell(['npm run --silent cli -- merchants list --json'])}

| Exit code | Meaning |
| --- | --- |
| 0 | done |
| 1 | the API refused, or did not answer; why is on stderr, with the broken rules and the request id; or \`ledger verify\` found something |
| 2 | the command line is not understood |

Every write carries an \`Idempotency-Key\`. When no answer comes it is sent once more with the same key, so nothing is done twice.
While it is not known whether it was done, stderr has the key to repeat it with.

## Everywhere

${table(
  ['Option', 'Meaning'],
  EVERYWHERE.map(({ name, placeholder, meaning }) => [
    code(placeholder ? `--${name} <${placeholder}>` : `--${name}`),
    meaning,
  ]),
)}

${COMMANDS.map(commandSection).join('\n\n')}
`;
}

function commandSection(command) {
  const { name, summary, method, path, options } = command;
  return [
    `## ${name}`,
    path ? `${summary} Calls ${code(`${method} ${path}`)}.` : summary,
    shell([usageOf(command)]),
    options.length > 0 && table(['Option', 'Meaning'], options.map(optionRow)),
    options.length > 0 || command.argument ? `For example:\n\n${shell(examplesOf(command))}` : null,
  ]
    .filter(Boolean)
    .join('\n\n');
}

const optionRow = (option) => [
  code(`--${option.name} ${valueOf(option)}`),
  `${option.meaning}${option.required ? ' Required.' : ''}`,
];
