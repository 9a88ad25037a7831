import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A TCP line to a server that can be cut and mended: what a network or a server that is away looks like. */
export class CuttableLine {
  #server: Server | undefined;
  readonly #sockets = new Set<Socket>();
  #port = 0;

  private constructor(private readonly target: { readonly host: string; readonly port: number }) {}

  static async to(url: string): Promise<CuttableLine> {
    const { hostname, port } = new URL(url);
    const line = new CuttableLine({ host: hostname, port: Number(port) });
    await line.mend();
    return line;
  }

  /** The same URL by way of this line. */
  through(url: string): string {
    const through = new URL(url);
    through.host = `127.0.0.1:${this.#port}`;
    return through.href;
  }

  async mend(): Promise<void> {
    this.#server = createServer((incoming) => this.#join(incoming, connect(this.target)));
    const server = this.#server;
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
  }

  /** Breaks what is open and refuses what is new. */
  async cut(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  }

  #join(...pair: [Socket, Socket]): void {
    const [incoming, outgoing] = pair;
    for (const socket of pair) {
      this.#sockets.add(socket);
      socket.on('error', () => socket.destroy()).on('close', () => this.#sockets.delete(socket));
    }
    incoming.pipe(outgoing).pipe(incoming);
  }
}
