import { createServer, Socket, type AddressInfo, type Server } from 'node:net';

/**
 * Notices whoever connects to this machine, by any of its IPv4 and IPv6 addresses, and every connection that this process tries to
 * open to anywhere while it is set.
 */
export class ConnectionTrap {
  /** Connections that came in. */
  caught = 0;
  /** Addresses that this process tried to connect to, as `address port`. */
  readonly attempts: string[] = [];

  #unwatch = (): void => undefined;

  private constructor(private readonly server: Server) {}

  static async set(): Promise<ConnectionTrap> {
    const server = createServer();
    const trap = new ConnectionTrap(server);
    server.on('connection', (socket) => {
      trap.caught += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '::', resolve));
    trap.#watch();
    return trap;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Fills in the trap's port for `PORT`. */
  at(url: string): string {
    return url.replace('PORT', String(this.port));
  }

  async remove(): Promise<void> {
    this.#unwatch();
    await new Promise((resolve) => this.server.close(resolve));
  }

  #watch(): void {
    const { attempts } = this;
    const original = Object.getOwnPropertyDescriptor(Socket.prototype, 'connect')!;
    const connect = original.value as Socket['connect'];
    function watched(this: Socket, ...target: Parameters<Socket['connect']>): Socket {
      this.on('connectionAttempt', (address: string, port: number) => attempts.push(`${address} ${port}`));
      return connect.apply(this, target);
    }
    Object.defineProperty(Socket.prototype, 'connect', { ...original, value: watched });
    this.#unwatch = () => void Object.defineProperty(Socket.prototype, 'connect', original);
  }
}
