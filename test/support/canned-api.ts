import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An API that has one answer to everything, and remembers what it was asked. */
export interface CannedApi extends AsyncDisposable {
  readonly url: string;
  readonly calls: readonly IncomingMessage[];
}

/** @param envelope undefined for an answer that is not from Centavo's API */
export async function cannedApi(status: number, envelope?: object): Promise<CannedApi> {
  const calls: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    calls.push(request);
    response.writeHead(status).end(envelope ? JSON.stringify(envelope) : '<html>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
