import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The package as it is published; `npm run build` makes its `dist`. */
export const packageFolder = join(import.meta.dirname, '../..');

export const browserFile = () => readFile(join(packageFolder, 'dist/tokenizer.min.js'));

export interface Address {
  readonly publicKey: string;
  readonly baseUrl: string;
}

/** The first example of a language in the README, filled in. */
export async function exampleOf(language: 'html' | 'js', { publicKey, baseUrl }: Address): Promise<string> {
  const readme = await readFile(join(packageFolder, 'README.md'), 'utf8');
  const example = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(readme)?.[1];
  if (!example) throw new Error(`The README has no ${language} example.`);
  return example.replace('pk_test_…', publicKey).replace('https://payments.example.com', baseUrl);
}
