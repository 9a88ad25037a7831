import type { Reply } from '../http-client.js';

/** A body by name, made when its test runs. */
type TakenRow = readonly [name: string, body: () => unknown];
/** With what is wrong with it, as `field code`, sorted. */
type RefusedRow = readonly [name: string, body: () => unknown, ...broken: string[]];

/** Tables of bodies that a route takes or refuses. @param send posts a body to the route */
export function ruleTables(send: (body: unknown) => Promise<Reply>) {
  async function brokenBy(body: unknown): Promise<string[]> {
    const reply = await send(body);
    expect([reply.status, reply.body.error]).toEqual([422, 'validation_error']);
    return reply.body.details!.map(({ field, code }) => `${field} ${code}`).toSorted();
  }

  return {
    brokenBy,
    itTakes: (rows: readonly TakenRow[]) =>
      it.each(rows.map(([name, body]) => ({ name, body })))('takes $name', async ({ body }) => {
        const reply = await send(body());
        expect([reply.status, reply.body.error]).toEqual([201, undefined]);
      }),
    itRefuses: (rows: readonly RefusedRow[]) =>
      it.each(rows.map(([name, body, ...broken]) => ({ name, body, broken })))(
        'refuses $name',
        async ({ body, broken }) => expect(await brokenBy(body())).toEqual(broken),
      ),
  };
}
