let users = 0;

/**
 * esbuild, for several who bundle at the same time: its own process is ended after the last of them. It would stay for as long as ours.
 * @template T
 * @param {(esbuild: typeof import('esbuild')) => Promise<T>} work
 */
export async function withBundler(work) {
  // Not at the top: this file is read before packages are installed.
  const esbuild = await import('esbuild');
  users += 1;
  try {
    return await work(esbuild);
  } finally {
    users -= 1;
    if (users === 0) await esbuild.stop();
  }
}
