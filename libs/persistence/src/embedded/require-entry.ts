import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import type { SystemUser } from './system-user.js';

const run = promisify(execFile);

/** Where PostgreSQL's user must get to. Absolute. */
export interface NeededFolders {
  /** What it writes to. */
  readonly data: string;
  /** What its programs lie in. */
  readonly programs: string;
}

/** PostgreSQL's user cannot get to a folder. */
class ClosedFolderError extends Error {
  override readonly name = 'ClosedFolderError';
}

/**
 * Root's own folders are closed to everybody else, also to the user that PostgreSQL runs as when this process is root.
 * @throws ClosedFolderError with the folder that is in the way and what to do
 */
export async function requireEntry(user: SystemUser, { data, programs }: NeededFolders): Promise<void> {
  const problem = 'This process is root, PostgreSQL runs as another user then, and that user may not enter';
  const installation = await firstClosed(user, programs);
  if (installation) {
    throw new ClosedFolderError(
      `${problem} ${installation}, below which Centavo is installed. Move Centavo to a folder that everybody may enter, ` +
        `open this one (chmod o+x ${installation}), or start as another user than root.`,
    );
  }
  const closed = await firstClosed(user, data);
  if (closed) {
    throw new ClosedFolderError(
      `${problem} ${closed}, below which its data would lie. Set DATA_DIR to a folder below one that everybody may enter, ` +
        `open this one (chmod o+x ${closed}), or start as another user than root.`,
    );
  }
}

/** The outermost folder on the way to `folder`, itself included, that the user may not enter. */
async function firstClosed(user: SystemUser, folder: string): Promise<string | undefined> {
  if (await mayEnter(user, folder)) return undefined;
  const parent = dirname(folder);
  return (parent === folder ? undefined : await firstClosed(user, parent)) ?? folder;
}

/** Asked of the system as that user: modes alone do not say it where there are access lists. */
const mayEnter = (user: SystemUser, folder: string): Promise<boolean> =>
  run('test', ['-x', folder], { uid: user.uid, gid: user.gid, cwd: '/' }).then(
    () => true,
    () => false,
  );
