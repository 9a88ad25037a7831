import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { startStack } from '../../scripts/lib/stack.mjs';
import { Receiver } from './clients/receiver.js';
import { check } from './check/check.js';
import { readPostbacks, readStory } from './evidence/evidence.js';
import { readFacts, writeFacts } from './evidence/take-facts.js';
import { filesOf } from './history/history.js';
import { STACK_SETTINGS } from './run.js';
import { settleAndCheck, type Verdict } from './settle.js';

/**
 * Checks a run once more. Where it did not come to its end, its stack is started again on its data, so that all can come to rest.
 * @param folder of the run
 */
export async function checkFolder(folder: string, onStep: (step: string) => void): Promise<Verdict> {
  if (!existsSync(filesOf(folder).facts)) return await finish(folder, onStep);
  const evidence = {
    story: await readStory(folder),
    postbacks: await readPostbacks(folder),
    facts: await readFacts(folder),
  };
  return { evidence, findings: check(evidence) };
}

async function finish(folder: string, onStep: (step: string) => void): Promise<Verdict> {
  const { run } = await readStory(folder);
  if (!run) throw new Error(`There is no run in ${folder}.`);
  const receiver = await Receiver.start(folder, run.receiverPort);
  const stack = await startStack({ dataDir: filesOf(folder).data, env: STACK_SETTINGS, onStep });
  try {
    const { adminUrl } = stack.postgres;
    const verdict = await settleAndCheck({ folder, adminUrl, flush: () => receiver.flush(), onStep });
    await rm(filesOf(folder).facts, { force: true });
    await writeFacts(folder, verdict.evidence.facts);
    return verdict;
  } finally {
    await stack.stop();
    await receiver.close();
  }
}
