import { readFile, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

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

async function licenceIn(folder) {
  const file = (await readdir(folder)).find((name) => /^licen[cs]e/i.test(name));
  return await readFile(join(folder, file), 'utf8');
}
