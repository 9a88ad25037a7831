import type { Socket } from 'node:net';
import { buildConnector } from 'undici';
import { OutboundError } from './outbound-error.js';

/**
 * Bytes of one answer that are read from the wire: status, headers, body and all that HTTP lets a sender put between them without end,
 * such as informational answers, blank lines and extensions of chunks. More costs the sender its connection.
 */
export const MAX_ANSWER_BYTES = 16_384;

/**
 * Opens connections on which no answer can be longer than {@link MAX_ANSWER_BYTES}: the parser counts headers and bodies only, so the
 * rest is counted here.
 */
export function boundedConnector(options: buildConnector.BuildOptions): buildConnector.connector {
  const connect = buildConnector(options);
  return (target, callback) =>
    connect(target, (...outcome) => {
      callback(...outcome);
      // After the parser's own listener, which has then taken what came. It cannot be read before: reading takes it away.
      if (outcome[1]) boundAnswers(outcome[1]);
    });
}

function boundAnswers(socket: Socket): void {
  // A TLS handshake is no answer.
  let seenBytes = socket.bytesRead;
  let answerFrom = seenBytes;
  let requestBytes = socket.bytesWritten;
  socket.on('readable', () => {
    // One request at a time is on a connection: what comes after more was written belongs to the next answer.
    if (socket.bytesWritten !== requestBytes) {
      requestBytes = socket.bytesWritten;
      answerFrom = seenBytes;
    }
    seenBytes = socket.bytesRead;
    if (seenBytes - answerFrom > MAX_ANSWER_BYTES) {
      socket.destroy(new OutboundError('invalid_answer', `the answer is longer than ${MAX_ANSWER_BYTES} bytes`));
    }
  });
}
