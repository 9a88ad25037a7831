// Says of every test vector whether it is accepted. Node 22.18 or later runs TypeScript as it is:
//   node check-vectors.mjs ../vectors.json
import { readFile } from 'node:fs/promises';
import { verifyPostback } from './verify-postback.ts';

const { now, vectors } = JSON.parse(await readFile(process.argv[2], 'utf8'));

for (const { name, headers, body, secrets, accepted } of vectors) {
  const isAccepted = accepts(headers, body, secrets);
  console.log(`${isAccepted ? 'accepted' : 'refused'}\t${name}`);
  if (isAccepted !== accepted) process.exitCode = 1;
}

function accepts(headers, body, secrets) {
  try {
    verifyPostback(headers, Buffer.from(body), secrets, now);
    return true;
  } catch {
    return false;
  }
}
