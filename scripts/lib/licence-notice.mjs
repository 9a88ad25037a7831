import { readFile, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { inRoot } from './paths.mjs';

/**
 * The comment that goes on top of a bundle: what it is, and the licences of the packages in it, which ask to go with every copy.
 * @param {string} folder of the package that is bundled
 * @param {string[]} contained names of packages that it can resolve
 */
export async function licenceNotice(folder, contained) {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const { resolve } = createRequire(join(folder, 'package.json'));
  const notices = await Promise.all(
    contained.map(
      async (packageName) => `${packageName}:\n\n${await licenceIn(dirname(resolve(`${packageName}/package.json`)))}`,
    ),
  );
  return `/*! ${name} ${version}, ${license}. It contains ${notices.join('\nand ')}*/`;
}

/**
 * The licences of all the packages that files come from.
 * @param {string[]} files by their paths in the checkout
 */
export async function licencesOf(files) {
  const folders = files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  const notices = await Promise.all(
    [...new Set(folders.toSorted())].map(async (folder) => {
      const { name, version, license } = JSON.parse(await readFile(inRoot(folder, 'package.json'), 'utf8'));
      return `${name} ${version}, ${license}\n\n${await licenceIn(inRoot(folder))}`;
    }),
  );
  return notices.join(`\n${'-'.repeat(80)}\n`);
}

/** Some packages name their licence in package.json only. */
async function licenceIn(folder) {
  const file = (await readdir(folder)).find((name) => /^licen[cs]e/i.test(name));
  return file ? await readFile(join(folder, file), 'utf8') : '';
}
