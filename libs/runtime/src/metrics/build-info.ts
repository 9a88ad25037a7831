import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';

/** What runs: the labels of `build_info`. @param commit as the image was told, if it was */
export function buildInfo(commit: string | undefined): { version: string; commit: string; node: string } {
  const path = findPackageJSON(import.meta.url);
  const { version = 'unknown' } = (path ? JSON.parse(readFileSync(path, 'utf8')) : {}) as { version?: string };
  return { version, commit: commit ?? 'unknown', node: process.version };
}
