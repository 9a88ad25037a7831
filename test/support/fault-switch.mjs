import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importBuilt } from '../../scripts/lib/paths.mjs';

// Imported by a process before anything else: SIGUSR2 then arms the fault point that its data folder names.
const { armFaultPoint } = await importBuilt('libs/runtime/src/process/fault-point.js');
process.on('SIGUSR2', () => {
  const place = readFileSync(join(process.env.DATA_DIR, 'fault-point'), 'utf8');
  armFaultPoint(place);
  process.stdout.write(`Armed: ${place}\n`);
});
