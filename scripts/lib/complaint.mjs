/** Something a person can mend: the message says what is missing and what to do. It is shown without a stack trace. */
export class Complaint extends Error {
  name = 'Complaint';
}

/**
 * Runs a script's main function; a {@link Complaint} becomes one sentence on stderr, anything else keeps its stack.
 * @param {() => Promise<number | void>} main may return the exit code
 */
export async function runScript(main) {
  try {
    process.exitCode = (await main()) ?? process.exitCode ?? 0;
  } catch (error) {
    console.error(error instanceof Complaint ? `\n${error.message}\n` : error);
    process.exitCode = 1;
  }
}
