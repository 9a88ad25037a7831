import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireEntry } from './require-entry.js';

/** Only root can ask what another user may; whoever else runs this asks for himself. */
const NOBODY = 65_534;
const USER =
  process.getuid!() === 0 ? { uid: NOBODY, gid: NOBODY } : { uid: process.getuid!(), gid: process.getgid!() };

describe('The folders of a PostgreSQL that root starts', () => {
  let home: string;
  let open: string;
  let closed: string;
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'centavo-entry-'));
    await chmod(home, 0o755);
    [open, closed] = [join(home, 'open'), join(home, 'closed')];
    for (const folder of [open, closed]) await mkdir(join(folder, 'inner'), { recursive: true });
    await chmod(closed, 0o000);
  });
  afterEach(async () => {
    await chmod(closed, 0o700);
    await rm(home, { recursive: true, force: true });
  });

  it('are fine when its user may enter them', async () => {
    await expect(requireEntry(USER, { data: join(open, 'inner'), programs: open })).resolves.toBeUndefined();
  });

  it('must let it in to its data: the error names the folder in the way, and DATA_DIR', async () => {
    const entry = requireEntry(USER, { data: join(closed, 'inner'), programs: open });
    await expect(entry).rejects.toThrow(`may not enter ${closed}, below which its data would lie. Set DATA_DIR`);
  });

  it('must let it in to its programs, where another DATA_DIR would not help', async () => {
    const entry = requireEntry(USER, { data: open, programs: join(closed, 'inner') });
    await expect(entry).rejects.toThrow(`may not enter ${closed}, below which Centavo is installed. Move Centavo`);
  });
});
