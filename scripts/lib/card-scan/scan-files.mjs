import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { Complaint } from '../complaint.mjs';
import { linesOf } from './lines.mjs';

/** Where PostgreSQL and Kafka keep what is asked of them as tables and topics. */
const storage = [`${sep}postgres${sep}data`, `${sep}kafka${sep}data`];

/**
 * Searches a file, or every file in a folder and its folders.
 * @param {string} path
 * @param {import('./card-report.mjs').CardReport} report
 * @throws {Complaint} when there is nothing, or it may not be read
 */
export async function scanFiles(path, report) {
  try {
    for await (const file of filesIn(path)) await scanFile(file, report);
  } catch (error) {
    if (!['ENOENT', 'EACCES', 'EPERM'].includes(error.code)) throw error;
    throw new Complaint(`${error.path ?? path} cannot be searched: ${error.message}.`);
  }
}

async function* filesIn(path) {
  if ((await stat(path)).isFile()) {
    yield path;
    return;
  }
  if (storage.some((folder) => path.endsWith(folder))) return;
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (entry.isDirectory() || entry.isFile()) yield* filesIn(join(path, entry.name));
  }
}

async function scanFile(file, report) {
  report.open('files', file);
  // Byte by byte: a file need not be UTF-8, and what is searched for is ASCII.
  for await (const { number, text } of linesOf(createReadStream(file, 'latin1'))) {
    report.search(file, text, () => `:${number}`);
  }
}
