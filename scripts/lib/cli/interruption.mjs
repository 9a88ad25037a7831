/** Resolves when somebody wants this process to end; it is then on its own to do so. */
export function interruption() {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, resolve);
  });
}
