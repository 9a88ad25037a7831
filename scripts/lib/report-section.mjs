import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { format } from 'prettier';
import { inRoot } from './paths.mjs';

/**
 * Puts a section into a page of docs, in place of the last one of its name.
 * @param {string} page below docs/
 * @param {string} intro what the page begins with where there is none yet
 * @param {string} name of the section, in the comments around it
 * @param {string} section markdown
 */
export async function putSection(page, intro, name, section) {
  const file = inRoot('docs', page);
  const before = await readFile(file, 'utf8').catch(() => intro);
  const [begin, end] = marksOf(name);
  const block = `${begin}\n\n${section}\n${end}`;
  const text = before.includes(begin)
    ? before.slice(0, before.indexOf(begin)) + block + before.slice(before.indexOf(end) + end.length)
    : `${before}\n${block}\n`;
  await writeFile(file, await format(text, { parser: 'markdown', printWidth: 120 }));
}

/** The comments before and behind a section. @param {string} name */
export const marksOf = (name) => [`<!-- ${name} -->`, `<!-- end of ${name} -->`];

/** When, of what, where and how. @param {string} command */
export const runLine = (command) =>
  `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC · commit ${commit()} · ${availableParallelism()} cores ${cpus()[0]?.model.trim()} ·
${(totalmem() / 2 ** 30).toFixed(0)} GB · Node ${process.version} · \`${command}\``;

function commit() {
  try {
    const isDirty = git('status', '--porcelain', '--', 'apps', 'libs') !== '';
    return `${git('rev-parse', '--short', 'HEAD')}${isDirty ? ' with changes' : ''}`;
  } catch {
    return 'unknown';
  }
}

/** What git answers. @param {...string} args @throws without git, or when it refuses */
export const git = (...args) =>
  execFileSync('git', args, { cwd: inRoot(), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
