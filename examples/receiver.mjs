// A postback receiver in a few lines: checks each signature and prints the event.
//   node examples/receiver.mjs whsec_…        listens on http://127.0.0.1:4000
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

const [secret, port = '4000'] = process.argv.slice(2);
if (!secret) throw new Error('Usage: node examples/receiver.mjs <the secret of the postback endpoint> [port]');
const webhook = new Webhook(secret);

const server = createServer((request, response) => {
  // The raw bytes are what is signed: verify before parsing.
  void text(request).then((body) => response.writeHead(receive(body, request.headers)).end());
});
server.on('error', ({ message }) => {
  console.error(`Cannot listen: ${message}. Another port can be given after the secret.`);
  process.exit(1);
});
server.listen(Number(port), '127.0.0.1', () => console.log(`Waiting for postbacks on http://127.0.0.1:${port}`));

function receive(body, headers) {
  try {
    const { event, sequence, data } = webhook.verify(body, headers);
    console.log(`${event}  #${sequence}  ${data.id}  ${data.status}`);
    return 204;
  } catch (error) {
    console.error(`refused: ${error.message}`);
    return 400;
  }
}
