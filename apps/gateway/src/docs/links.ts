import type { OpenAPIObject } from '@nestjs/swagger';

type Paths = OpenAPIObject['paths'];

const MADE_BY = ['post'] as const;
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Where else than below its own path a resource is used by its id. */
const ALSO_BELOW: Readonly<Record<string, readonly string[]>> = {
  '/v1/charges': ['/sandbox/v1/charges', '/pix', '/boletos'],
  '/v1/withdrawals': ['/sandbox/v1/withdrawals'],
  '/v1/submerchants': ['/admin/v1/submerchants'],
  '/v1/submerchants/{id}/documents': ['/admin/v1/submerchant-documents'],
  '/v1/anticipations': ['/admin/v1/anticipations'],
  '/v1/payment-links': ['/pay'],
  '/v1/postbacks/endpoints/{id}/test': ['/v1/postbacks/deliveries'],
};

interface Link {
  readonly operationId: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Says of every resource that an operation makes, which operations take its id: for who reads the document, or walks along it. */
export function linkOperations(paths: Paths): void {
  for (const [path, item] of Object.entries(paths)) {
    for (const method of MADE_BY) {
      const made = item[method]?.responses['201'];
      if (made) Object.assign(made, { links: linksFrom(path, paths) });
    }
  }
}

function linksFrom(path: string, paths: Paths): Record<string, Link> {
  const targets = [path, ...(ALSO_BELOW[path] ?? [])].flatMap((collection) => operationsBelow(collection, paths));
  return Object.fromEntries(targets.map((link) => [link.operationId, link]));
}

/** Operations on one item of a collection, and on nothing below it that has an id of its own. */
function operationsBelow(collection: string, paths: Paths): Link[] {
  return Object.entries(paths).flatMap(([path, item]) => {
    const names = namesIn(path);
    const known = namesIn(collection);
    const isOfItem = path.startsWith(`${collection}/{`) && names.length === known.length + 1;
    if (!isOfItem) return [];
    const parameters = Object.fromEntries([
      ...known.map((name) => [name, `$request.path.${name}`]),
      [names.at(-1)!, '$response.body#/data/id'],
    ]) as Record<string, string>;
    return METHODS.flatMap((method) => (item[method] ? [{ operationId: item[method].operationId!, parameters }] : []));
  });
}

const namesIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
