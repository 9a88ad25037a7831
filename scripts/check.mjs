import { runScript } from './lib/complaint.mjs';
import { inRoot } from './lib/paths.mjs';
import { prepare } from './lib/prepare.mjs';
import { ManagedProcess } from './lib/process.mjs';

// npm run check: everything that can be said about the code without running it. `N passed, N failed` at the end.
const tool = (name) => inRoot('node_modules', '.bin', name);

/** @type {[string, string, string[]][]} */
const checks = [
  ['lint', tool('oxlint'), ['--type-aware']],
  ['types', tool('tsc'), ['-p', '.', '--noEmit']],
  ['types in the browser', tool('tsc'), ['-p', 'packages/checkout', '--noEmit']],
  ['import rules', tool('depcruise'), ['apps', 'libs', 'packages', '--output-type', 'err']],
  ['unused code', tool('knip'), []],
  ['formats', tool('prettier'), ['--check', '--log-level', 'warn', '.']],
  ['generated docs', process.execPath, [inRoot('scripts/docs.mjs'), '--check']],
];

await runScript(async () => {
  await prepare();
  const failures = [];
  for (const [name, command, args] of checks) {
    const failure = await outputIfFailed(name, command, args);
    if (failure) failures.push({ name, output: failure });
  }
  for (const { name, output } of failures) console.log(`\n── ${name} ──\n${output}`);
  console.log(`\n${checks.length - failures.length} passed, ${failures.length} failed`);
  return failures.length > 0 ? 1 : 0;
});

async function outputIfFailed(name, command, args) {
  const startedAt = Date.now();
  const lines = [];
  const child = new ManagedProcess(command, args, { name, cwd: inRoot(), onLine: (line) => lines.push(line) });
  const { code, error } = await child.exit;
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  return code === 0 ? null : [error?.message, ...lines].filter(Boolean).join('\n');
}
