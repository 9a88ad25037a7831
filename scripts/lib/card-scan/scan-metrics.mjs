import { Complaint } from '../complaint.mjs';
import { linesOf } from './lines.mjs';

const timeoutMs = 10_000;

/**
 * Searches what a metrics endpoint answers.
 * @param {string} url
 * @param {import('./card-report.mjs').CardReport} report
 * @throws {Complaint} when it does not answer with metrics
 */
export async function scanMetrics(url, report) {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).catch((error) => {
    throw new Complaint(`${url} does not answer: ${error.cause?.message ?? error.message}.`);
  });
  if (!response.ok) throw new Complaint(`${url} answers with ${response.status}.`);
  report.open('metrics endpoints', url);
  for await (const { number, text } of linesOf(response.body.pipeThrough(new TextDecoderStream('latin1')))) {
    report.search(url, text, () => `:${number}`);
  }
}
