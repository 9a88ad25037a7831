import { loneSystems } from '../alone/systems.mjs';

/** The ledger alone, fed by somebody who stands for payments. */
export const ledgerSystems = loneSystems({
  service: 'ledger',
  inProcess: 'ledger/ledger-process.mjs',
  producer: 'ledger/producer.mjs',
});
