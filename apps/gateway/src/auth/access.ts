/** Who may call a route. */
export type Access = 'public' | 'public_key' | 'secret_key' | 'operator';

declare module 'fastify' {
  interface FastifyContextConfig {
    access: Access;
  }
}

/** Browsers call these, with nothing or with the half of a key that anybody may know. */
const ACCESS_BY_PATH: Readonly<Record<string, Access>> = {
  '/v1/tokens/public-key': 'public',
  '/v1/tokens': 'public_key',
};

/**
 * Every other route below a prefix is guarded by it, so that no controller can forget to. A route that is open in spite of its prefix
 * says so in its own route config.
 */
const ACCESS_BY_PREFIX: readonly (readonly [string, Access])[] = [
  ['/v1/', 'secret_key'],
  ['/admin/', 'operator'],
  ['/sandbox/', 'secret_key'],
];

export const accessOf = (path: string): Access =>
  ACCESS_BY_PATH[path] ?? ACCESS_BY_PREFIX.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 'public';
