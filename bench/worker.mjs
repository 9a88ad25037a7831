import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * A part of the benchmark in a process of its own, so that its cost can be told from the product's. It ends with its parent.
 * @param {string} name a file beside this one
 * @returns {Promise<{pid: number, call: (method: string, argument?: unknown) => Promise<any>, stop: () => void}>}
 */
export async function startWorker(name) {
  const child = fork(fileURLToPath(new URL(name, import.meta.url)), { serialization: 'advanced' });
  const waiting = new Map();
  let lastCall = 0;
  child.on('message', ({ call, result, error }) => {
    const { resolve, reject } = waiting.get(call);
    waiting.delete(call);
    if (error) reject(new Error(error));
    else resolve(result);
  });
  child.once('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`${name} ended with exit code ${code}`));
  });
  return {
    pid: child.pid,
    call: (method, argument) =>
      new Promise((resolve, reject) => {
        if (!child.connected) throw new Error(`${name} has ended`);
        lastCall += 1;
        waiting.set(lastCall, { resolve, reject });
        child.send({ call: lastCall, method, argument });
      }),
    stop: () => child.connected && child.disconnect(),
  };
}

/** The worker's side: answers calls with these functions. */
export function answerCalls(methods) {
  process.on('message', ({ call, method, argument }) => {
    Promise.resolve(argument)
      .then(methods[method])
      .then(
        (result) => process.send({ call, result }),
        (error) => process.send({ call, error: String(error.stack) }),
      );
  });
  process.on('disconnect', () => process.exit());
}
