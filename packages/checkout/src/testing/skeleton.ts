import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckoutData } from '../checkout-data.js';

const packageFolder = join(import.meta.dirname, '../..');

export const assetsFolder = join(packageFolder, 'dist');

interface Asset {
  readonly name: string;
  readonly integrity: string;
}

/** The page as the README tells a server to make it. */
export async function renderSkeleton(data: CheckoutData): Promise<string> {
  const [readme, manifest] = await Promise.all([
    readFile(join(packageFolder, 'README.md'), 'utf8'),
    readFile(join(assetsFolder, 'manifest.json'), 'utf8'),
  ]);
  const { script, stylesheet } = JSON.parse(manifest) as { script: Asset; stylesheet: Asset };
  const skeleton = /^```html\n(.*?)^```/ms.exec(readme)?.[1];
  if (!skeleton) throw new Error('The README has no skeleton.');
  const values: Readonly<Record<string, string>> = {
    language: data.language === 'pt' ? 'pt-BR' : 'en',
    title: data.title,
    merchantName: data.merchantName,
    stylesheet: stylesheet.name,
    stylesheetIntegrity: stylesheet.integrity,
    script: script.name,
    scriptIntegrity: script.integrity,
    data: JSON.stringify(data).replaceAll('<', '\\u003c'),
  };
  return skeleton.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name]!);
}
