import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Address, browserFile, exampleOf } from './published.js';

/** A merchant's site, with the page from the README on an origin of its own. It keeps what its forms submit. */
export class MerchantSite {
  readonly submitted: string[] = [];

  private constructor(private readonly server: Server) {}

  /** @param service where its page sends cards */
  static async start(service: Address): Promise<MerchantSite> {
    const server = createServer();
    const site = new MerchantSite(server);
    const [page, sdk] = await Promise.all([exampleOf('html', service), browserFile()]);
    server.on('request', (request, response) => {
      if (request.url === '/tokenizer.min.js') {
        return response.writeHead(200, { 'content-type': 'text/javascript' }).end(sdk);
      }
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      if (request.method !== 'POST') return response.end(page);
      return void text(request).then((form) => {
        site.submitted.push(form);
        response.end('<h1>Thank you</h1>');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return site;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
