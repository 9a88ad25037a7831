import { gzipSync } from 'node:zlib';

/** How endpoints answer. `take()` notes the postback as taken: those answer with a success. */

const hangMs = 30_000;
const dripMs = 100;
const chunk = Buffer.alloc(64 * 1024, 'x');
const bombBytes = 64 * 1024 * 1024;
let bomb;

/** Bytes without end, as fast as they are read. */
function pourInto(socket) {
  if (socket.destroyed) return;
  while (socket.write(chunk));
  socket.once('drain', () => pourInto(socket));
}

/** A byte now and then. */
function dripInto(socket) {
  const timer = setInterval(() => socket.write('x'), dripMs);
  socket.once('close', () => clearInterval(timer));
}

const raw = (text, goOn) => (response, take) => {
  const { socket } = response;
  socket.on('error', () => {});
  socket.write(text);
  if (text.startsWith('HTTP/1.1 2') && text.includes('\r\n\r\n')) take();
  goOn?.(socket);
};

const accept = (response, take) => {
  take();
  response.writeHead(204).end();
};

/** Those of whom one would rather not know: by name, what each tries. */
export const hostileAnswers = {
  'a body without end': raw('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n', pourInto),
  'a body of a byte per 100 ms': raw('HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n', dripInto),
  'headers of a byte per 100 ms': raw('HTTP/1.1 200 OK\r\nx: ', dripInto),
  'headers without end': raw('HTTP/1.1 200 OK\r\nx: ', pourInto),
  'a compressed bomb of 64 MB': (response, take) => {
    take();
    bomb ??= gzipSync(Buffer.alloc(bombBytes));
    response.on('error', () => {});
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': bomb.length }).end(bomb);
  },
  'a redirect': (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  'no HTTP': raw('220 mail.example.com ESMTP\r\n'),
  'a connection cut at once': (response) => response.socket.resetAndDestroy(),
  'no answer': () => {},
};

export const answers = {
  accept,
  fail: (response) => response.writeHead(503).end(),
  'hang 30 s': (response, take) => {
    setTimeout(() => {
      if (!response.destroyed) accept(response, take);
    }, hangMs);
  },
  ...hostileAnswers,
};
