import { putSection, runLine } from './report-section.mjs';

const headings = { short: 'The short run, as in CI', long: 'The long run' };

/**
 * Writes what a run saw into docs/reliability.md.
 * @param {'short' | 'long'} name
 * @param {string} command with its seed
 * @param {string} text markdown
 */
export const writeReliability = (name, command, text) =>
  putSection(
    'reliability.md',
    '# Reliability\n',
    `${name} run`,
    `### ${headings[name]}\n\n${runLine(command)}\n\n${text}\n`,
  );
