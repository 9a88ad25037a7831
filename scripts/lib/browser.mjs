import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome'];

/** @returns {string | undefined} the system's Chromium */
export function findChromium() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

/** @returns {string | null} what to do so that suites can run in a browser; null when they can */
export const whyNoBrowser = () =>
  findChromium() ? null : 'There is no Chromium here: install one (Debian: apt-get install chromium).';

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
