import { randomBytes } from 'node:crypto';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

/** What a sender that is careful gets of a receiver: the status if one came, else how it failed. */
export type Verdict = number | 'timeout' | 'connection_failed' | 'invalid_answer';

/** How a receiver treats whoever sends it a request, and what the sender is to make of it. */
export interface HostileBehaviour {
  readonly answer: (socket: Socket) => void;
  readonly verdict: Verdict;
}

const OK = 'HTTP/1.1 200 OK\r\n';
const CHUNKED = `${OK}transfer-encoding: chunked\r\n\r\n`;
const NOTHING = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n';
const CHUNK_BYTES = 65_536;

const says = (text: string | Buffer, verdict: Verdict): HostileBehaviour => ({
  answer: (socket) => void socket.write(text, 'latin1'),
  verdict,
});

const saysAndCloses = (text: string, verdict: Verdict): HostileBehaviour => ({
  answer: (socket) => void socket.end(text, 'latin1'),
  verdict,
});

/** Goes on for as long as anybody listens. */
const endlessly = (head: string, repeated: string, verdict: Verdict): HostileBehaviour => ({
  answer: (socket) => {
    const chunk = Buffer.from(repeated.repeat(Math.ceil(CHUNK_BYTES / repeated.length)), 'latin1');
    const pump = (): void => {
      if (socket.destroyed) return;
      if (socket.write(chunk)) setImmediate(pump);
      else socket.once('drain', pump);
    };
    socket.write(head, 'latin1');
    pump();
  },
  verdict,
});

/** A byte now and then, so that no pause is ever long. */
const slowly = (head: string, verdict: Verdict): HostileBehaviour => ({
  answer: (socket) => {
    socket.write(head, 'latin1');
    const timer = setInterval(() => socket.write('x'), 20);
    socket.on('close', () => clearInterval(timer));
  },
  verdict,
});

const bomb = gzipSync(Buffer.alloc(8 * 1_048_576));

/** Receivers that no merchant should have, by what they do. */
export const HOSTILE_RECEIVERS: Readonly<Record<string, HostileBehaviour>> = {
  'says nothing': { answer: () => undefined, verdict: 'timeout' },
  'hangs up': { answer: (socket) => void socket.end(), verdict: 'connection_failed' },
  'resets the connection': { answer: (socket) => void socket.resetAndDestroy(), verdict: 'connection_failed' },
  'resets it amid its headers': {
    answer: (socket) => void socket.write(`${OK}x-half: `, () => socket.resetAndDestroy()),
    verdict: 'connection_failed',
  },
  'resets it amid its body': {
    answer: (socket) => void socket.write(`${OK}content-length: 9\r\n\r\nhalf`, () => socket.resetAndDestroy()),
    verdict: 200,
  },
  'hangs up amid its headers': saysAndCloses(`${OK}x-half: `, 'connection_failed'),
  'hangs up amid its body': saysAndCloses(`${OK}content-length: 9\r\n\r\nhalf`, 200),

  'dribbles its status': slowly('HTTP/1.1 200 ', 'timeout'),
  'dribbles its headers': slowly(`${OK}x-slow: `, 'timeout'),
  'dribbles its body': slowly(`${OK}\r\n`, 200),

  'has an endless status line': endlessly('HTTP/1.1 200 ', 'x', 'invalid_answer'),
  'has an endless header': endlessly(`${OK}x-long: `, 'x', 'invalid_answer'),
  'has a header with an endless name': endlessly(OK, 'x', 'invalid_answer'),
  'has endless headers': endlessly(OK, 'a:\r\n', 'invalid_answer'),
  'has an endless body': endlessly(`${OK}\r\n`, 'x', 200),
  'has endless chunks': endlessly(CHUNKED, '1\r\nx\r\n', 200),
  'has an endless chunk extension': endlessly(`${CHUNKED}1;`, 'x', 200),
  'has an endless chunk size': endlessly(CHUNKED, '0', 200),
  'has endless trailers': endlessly(`${CHUNKED}0\r\n`, 'a:\r\n', 200),
  'has an endless body where there is none': endlessly('HTTP/1.1 204 No Content\r\n\r\n', 'x', 204),
  'floods with early hints': endlessly('', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n', 'invalid_answer'),
  'floods with "processing"': endlessly('', 'HTTP/1.1 102 Processing\r\n\r\n', 'invalid_answer'),
  'floods with blank lines': endlessly('', '\r\n', 'invalid_answer'),
  'answers a thousand times': says(NOTHING.repeat(1_000), 200),
  'answers with a gzip bomb': says(
    Buffer.concat([Buffer.from(`${OK}content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`), bomb]),
    200,
  ),

  'wants it continued': says('HTTP/1.1 100 Continue\r\n\r\n'.repeat(3), 'connection_failed'),
  'switches protocols': says('HTTP/1.1 101 Go\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n', 'connection_failed'),
  'has a status below 100': says('HTTP/1.1 042 No\r\n\r\n', 'invalid_answer'),
  'has no status': says('HTTP/1.1 \r\n\r\n', 'invalid_answer'),
  'has too long a status': says('HTTP/1.1 65736 No\r\n\r\n', 'invalid_answer'),
  'has a status that means nothing': says(NOTHING.replace('200', '799'), 799),
  'redirects to itself': says('HTTP/1.1 308 Again\r\nlocation: /\r\ncontent-length: 0\r\n\r\n', 308),
  'speaks no HTTP': says('SSH-2.0-OpenSSH_9.9\r\n', 'invalid_answer'),
  'speaks HTTP/0.9': says('hello', 'invalid_answer'),
  'speaks HTTP/2 alone': says('\0\0\x12\x04\0\0\0\0\0', 'invalid_answer'),
  'speaks TLS where there is none': says('\x15\x03\x01\0\x02\x02\x46', 'invalid_answer'),
  'says what no character set knows': says(
    Buffer.concat([Buffer.from(`${OK}content-length: 512\r\n\r\n`), randomBytes(512)]),
    200,
  ),
  'says NUL, half characters and surrogates': says(
    Buffer.from([
      ...Buffer.from(`${OK}content-length: 12\r\n\r\n`),
      0,
      0xff,
      0xc3,
      0xed,
      0xa0,
      0x80,
      0xed,
      0xb0,
      0x80,
      0xf4,
      0x90,
      0,
    ]),
    200,
  ),
  'has a NUL in a header': says(`${OK}x: a\0b\r\n\r\n`, 'invalid_answer'),
  'has a prototype for a header': says(NOTHING.replace('\r\n', '\r\n__proto__: x\r\nconstructor: y\r\n'), 200),
  'announces less than it says': says(`${OK}content-length: 2\r\n\r\nlonger`, 200),
  'announces two lengths': says(`${OK}content-length: 2\r\ncontent-length: 3\r\n\r\nabc`, 'invalid_answer'),
  'announces a length beyond numbers': says(`${OK}content-length: ${'9'.repeat(30)}\r\n\r\n`, 'invalid_answer'),
  'announces a negative length': says(`${OK}content-length: -1\r\n\r\n`, 'invalid_answer'),
  'breaks its chunks': says(`${CHUNKED}ZZ\r\n`, 200),
  'keeps connections for ever': says(NOTHING.replace('\r\n', '\r\nkeep-alive: timeout=1e400, max=-1\r\n'), 200),
  'asks to be left alone for a decade': says(
    'HTTP/1.1 503 No\r\nretry-after: 315360000\r\ncontent-length: 0\r\n\r\n',
    503,
  ),
  'asks to be tried again in the past': says(
    'HTTP/1.1 503 No\r\nretry-after: Thu, 01 Jan 1970 00:00:00 GMT\r\nretry-after: -1\r\ncontent-length: 0\r\n\r\n',
    503,
  ),
};

/** A receiver that runs, on a port of its own. */
export class HostileReceiver {
  readonly #sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {}

  static async start({ answer }: HostileBehaviour): Promise<HostileReceiver> {
    const server = createServer();
    const receiver = new HostileReceiver(server);
    server.on('connection', (socket) => {
      receiver.#sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => receiver.#sockets.delete(socket));
      socket.on('data', () => answer(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
