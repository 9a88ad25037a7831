import { ID } from './command-parts.mjs';

/** What operators do with the ledger. @type {readonly import('./commands.mjs').Command[]} */
export const LEDGER_COMMANDS = [
  {
    name: 'ledger verify',
    summary: 'Work out the whole ledger again and compare: every balance, every rule and the hash chain.',
    method: 'POST',
    path: '/admin/v1/ledger/verify',
    options: [],
    list: 'violations',
    columns: ['rule', 'subject', 'detail'],
    verdict: 'ok',
    timeoutMs: 300_000,
    examples: ['ledger verify', 'ledger verify --json'],
  },
  {
    name: 'wallets adjust',
    summary: "Put a wallet's available balance right by hand. It may fall below zero.",
    method: 'POST',
    path: '/admin/v1/wallets/{id}/adjustments',
    argument: 'wallet',
    options: [
      {
        name: 'direction',
        field: 'direction',
        required: true,
        choices: ['credit', 'debit'],
        meaning: 'Whether the wallet gets the amount or gives it.',
      },
      { name: 'amount', field: 'amount', type: 'integer', required: true, meaning: 'Centavos.' },
      { name: 'description', field: 'description', required: true, meaning: "Shown on the wallet's statement." },
    ],
    examples: [`wallets adjust ${ID} --direction credit --amount 1500 --description 'Fee returned'`],
  },
];
