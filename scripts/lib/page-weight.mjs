import { request } from 'undici';

const styleSheet = /<link rel="stylesheet" href="([^"]+)"/;
const script = /<script[^>]* src="([^"]+)"/s;

/**
 * What a browser gets when it opens the page of a payment link for the first time.
 * @param {string} url of the page
 * @returns {Promise<Record<string, number>>} bytes by part, compressed with gzip where the server does so
 */
export async function pageWeight(url) {
  const page = await bodyOf(url);
  const html = page.toString('utf8');
  const bytesOf = async (pattern) => {
    const [, path] = pattern.exec(html) ?? [];
    if (!path) throw new Error(`The page at ${url} does not name its assets.`);
    return (await bodyOf(new URL(path, url))).length;
  };
  return { page: page.length, 'style sheet': await bytesOf(styleSheet), script: await bytesOf(script) };
}

/** The body as it was sent. */
async function bodyOf(url) {
  const { body } = await request(url, { headers: { 'accept-encoding': 'gzip' } });
  return Buffer.from(await body.arrayBuffer());
}
