import { importBuilt } from '../../scripts/lib/paths.mjs';
import { startAlone } from '../alone/start-alone.mjs';
import { answerCalls } from '../worker.mjs';
import { feed } from './feed.mjs';

/** The ledger alone in a process; the captures are published here. */
const { SystemClock } = await importBuilt('libs/runtime/src/index.js');
const { ledgerService } = await importBuilt('apps/ledger/src/ledger.service.js');

class ClockAhead extends SystemClock {
  constructor(aheadMs) {
    super();
    this.aheadMs = aheadMs;
  }

  nowMs() {
    return super.nowMs() + this.aheadMs;
  }
}

let ledger;

answerCalls({
  async start({ dataDir, env, aheadMs = 0 }) {
    ledger = await startAlone(ledgerService, { dataDir, env, clock: new ClockAhead(aheadMs) });
    return { metricsUrl: ledger.metricsUrl };
  },
  feed: (load) => feed(ledger.bus, load),
  stop: () => ledger.stop(),
});
