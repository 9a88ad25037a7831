import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** PostgreSQL refuses to run as root; then it runs as this user. */
const USER = 'postgres';

/** Ids for `spawn` and `chown`; undefined when this process is not root and PostgreSQL may run as itself. */
export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

/** @throws when this process is root and there is no user to run as and none can be made */
export async function systemUser(): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  return (await lookUp()) ?? (await create());
}

async function lookUp(): Promise<SystemUser | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', USER]), run('id', ['-g', USER])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

async function create(): Promise<SystemUser> {
  await run('groupadd', [USER]).catch(() => undefined);
  await run('useradd', ['--gid', USER, '--no-create-home', USER]).catch(() => undefined);
  const user = await lookUp();
  if (user) return user;
  throw new Error(
    `PostgreSQL does not run as root, and a system user "${USER}" could not be made. Start as another user.`,
  );
}
