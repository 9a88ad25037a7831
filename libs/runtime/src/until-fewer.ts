/**
 * Repeats a bounded step of a piece of work until one does less than it could.
 * @param limit what a step does at most
 * @param step returns how much it did
 * @returns how much was done in all
 */
export async function untilFewer(limit: number, step: () => Promise<number>): Promise<number> {
  for (let total = 0; ;) {
    const done = await step();
    total += done;
    if (done < limit) return total;
  }
}
