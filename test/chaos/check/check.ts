import type { Evidence } from '../evidence/evidence.js';
import {
  answersAreKept,
  changedBodiesAreRefused,
  effectsAreAsAnswered,
  nothingIsUnasked,
  oneKeyHasOneAnswer,
} from './effects.rules.js';
import type { Finding, Rule } from './finding.js';
import {
  auditFindsNothing,
  balancesAreSums,
  linkUsesAreCharges,
  transactionsBalance,
  withdrawalsAreCovered,
} from './ledger.rules.js';
import { eventsDoNotChange, postbacksAreCompleteAndInOrder, repeatsAreBounded } from './postbacks.rules.js';
import { oneRetryCures } from './rolling.rules.js';

/** What must hold, in the words of the report. */
export const RULES: Readonly<Record<string, Rule>> = {
  'what was granted is there once, as it was answered; what was refused is not; of the rest there is one at most':
    effectsAreAsAnswered,
  'nothing is there that nobody asked for': nothingIsUnasked,
  'all answers under one idempotency key are the same': oneKeyHasOneAnswer,
  'the database keeps the answer that was given, and of what nobody was answered an effect with its answer or neither':
    answersAreKept,
  'a key with another body is refused': changedBodiesAreRefused,
  'every event of every resource was heard, in the order of `sequence`, without a gap': postbacksAreCompleteAndInOrder,
  'an event has one body however often it comes': eventsDoNotChange,
  'repeated postbacks are no more than were under way when something died': repeatsAreBounded,
  'the entries of every ledger transaction add up to zero': transactionsBalance,
  'every balance is the sum of its entries': balancesAreSums,
  'no withdrawal left a wallet below zero': withdrawalsAreCovered,
  'the uses of a link are its living charges, and no more than it has': linkUsesAreCharges,
  "the audit finds nothing: the ledger's own checker, our books beside the acquirer's and the bank's, dead letters, and whatever is left to do":
    auditFindsNothing,
  'what fails while instances come and go in good order, one retry cures': oneRetryCures,
};

/** @returns what was found, by rule; every rule is there */
export const check = (evidence: Evidence): Map<string, Finding[]> =>
  new Map(Object.entries(RULES).map(([promise, rule]) => [promise, rule(evidence)]));
