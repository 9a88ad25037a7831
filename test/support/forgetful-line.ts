import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A TCP line to a server on which the first answer is lost: the request arrives, and the connection breaks when it is answered. */
export class ForgetfulLine {
  connections = 0;
  readonly #sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {}

  static async to(url: string): Promise<ForgetfulLine> {
    const server = createServer();
    const line = new ForgetfulLine(server, new URL(url));
    server.on('connection', (socket) => line.#join(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return line;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  #join(incoming: Socket): void {
    this.connections += 1;
    const outgoing = connect({ host: this.target.hostname, port: Number(this.target.port) });
    for (const socket of [incoming, outgoing]) {
      this.#sockets.add(socket);
      socket.on('error', () => socket.destroy()).on('close', () => this.#sockets.delete(socket));
    }
    incoming.pipe(outgoing);
    if (this.connections > 1) outgoing.pipe(incoming);
    else outgoing.once('data', () => incoming.destroy());
  }
}
