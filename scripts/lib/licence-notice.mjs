import { readFile, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * The comment that goes on top of a bundle: what it is, and the licences of the packages in it, which ask to go with every copy.
 * @param {string} folder of the package that is bundled
 * @param {string[]} contained names of packages that it can resolve
 */
export async function licenceNotice(folder, contained) {
  const { name, version, license } = await manifestIn(folder);
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
 * @param {string[]} files
 * @throws {Error} when one is not known
 */
export async function licencesOf(files) {
  const folders = files.flatMap((file) => /^.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file)?.[0] ?? []);
  const notices = await Promise.all(
    [...new Set(folders.toSorted())].map(async (folder) => {
      const { name, version, license } = await manifestIn(folder);
      return `${name} ${version}, ${license}\n\n${await licenceIn(folder)}`;
    }),
  );
  return notices.join(`\n${'-'.repeat(80)}\n`);
}

/** All that a package says of its licence, and of those of what it contains itself. */
async function licenceIn(folder) {
  const entries = await readdir(folder, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /^(licen[cs]e|copying|notice)/i.test(entry.name));
  if (files.length === 0) return await standardLicenceOf(folder);
  const texts = files
    .map(({ name }) => name)
    .toSorted()
    .map((name) => readFile(join(folder, name), 'utf8'));
  return (await Promise.all(texts)).join('\n');
}

/** Some packages only name their licence. */
async function standardLicenceOf(folder) {
  const { name, license, author } = await manifestIn(folder);
  if (license !== 'MIT') throw new Error(`${name} comes without its licence: ${license}.`);
  return mitLicence(author?.name ?? author ?? `The authors of ${name}`);
}

const manifestIn = async (folder) => JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));

const mitLicence = (owner) => `Copyright (c) ${owner}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"),
to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense,
and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER
DEALINGS IN THE SOFTWARE.
`;
