import { Injectable } from '@nestjs/common';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** What a page names: where it is, and the hash by which the browser makes sure of it (subresource integrity). */
export interface AssetReference {
  readonly url: string;
  readonly integrity: string;
}

/** A file in the forms in which it is sent. */
export interface Asset {
  readonly contentType: string;
  readonly identity: Buffer;
  readonly gzip: Buffer;
  readonly br: Buffer;
}

interface Manifest {
  readonly script: { readonly name: string; readonly integrity: string };
  readonly stylesheet: { readonly name: string; readonly integrity: string };
}

const ASSETS_PATH = '/pay/assets';
const SCRIPT_TYPE = 'text/javascript; charset=utf-8';
const STYLE_TYPE = 'text/css; charset=utf-8';

/** The checkout page's script and style sheet as the build made them, kept in memory: two small files. Their names hold their hashes. */
@Injectable()
export class CheckoutAssets {
  readonly script: AssetReference;
  readonly style: AssetReference;
  readonly #files: ReadonlyMap<string, Asset>;

  /** @throws Error when the page has not been built */
  constructor() {
    const folder = join(dirname(createRequire(import.meta.url).resolve('@centavo/checkout/package.json')), 'dist');
    const { script, stylesheet } = JSON.parse(readBuilt(join(folder, 'manifest.json')).toString('utf8')) as Manifest;
    this.script = referenceTo(script);
    this.style = referenceTo(stylesheet);
    this.#files = new Map([
      [script.name, readAsset(join(folder, script.name), SCRIPT_TYPE)],
      [stylesheet.name, readAsset(join(folder, stylesheet.name), STYLE_TYPE)],
    ]);
  }

  find(name: string): Asset | undefined {
    return this.#files.get(name);
  }
}

const referenceTo = ({ name, integrity }: Manifest['script']): AssetReference => ({
  url: `${ASSETS_PATH}/${name}`,
  integrity,
});

/** The build has compressed it: that takes longer than all the rest of a gateway's start. */
const readAsset = (file: string, contentType: string): Asset => ({
  contentType,
  identity: readBuilt(file),
  gzip: readBuilt(`${file}.gz`),
  br: readBuilt(`${file}.br`),
});

function readBuilt(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new Error(`The checkout page is not built: ${file} is missing. Run npm run build.`, { cause });
  }
}
