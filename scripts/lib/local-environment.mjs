import { existsSync } from 'node:fs';

/** Reads `.env` and completes the environment of this process with {@link withLocalDefaults}. */
export function useLocalEnvironment() {
  if (existsSync('.env')) process.loadEnvFile('.env');
  Object.assign(process.env, withLocalDefaults(process.env));
}

/**
 * What holds for a run on somebody's own machine unless it is set: reachable from this machine only and, in the sandbox,
 * postbacks may go to a receiver on it.
 * @param {NodeJS.ProcessEnv} env
 */
export function withLocalDefaults(env) {
  const isSandbox = (env.ENVIRONMENT || 'sandbox') === 'sandbox';
  return {
    ...env,
    HOST: env.HOST || '127.0.0.1',
    ...(isSandbox && { POSTBACK_ALLOWED_NETWORKS: env.POSTBACK_ALLOWED_NETWORKS || '127.0.0.0/8,::1/128' }),
  };
}
