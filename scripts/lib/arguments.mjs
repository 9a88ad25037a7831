import { parseArgs } from 'node:util';
import { Complaint } from './complaint.mjs';

/**
 * The script's command line, as `node:util` parses it.
 * @param {import('node:util').ParseArgsConfig} config
 * @param {string} usage shown when the command line is not understood
 */
export function readArguments(config, usage) {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new Complaint(`${error.message}\nUsage: ${usage}`);
  }
}

/** `name=value` pairs with positive integer values, as in `--scale payments=2`. */
export function readCounts(pairs, allowedNames) {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name, value] = pair.split('=');
      if (!allowedNames.includes(name) || !/^[1-9]\d?$/.test(value ?? '')) {
        throw new Complaint(`"${pair}" is not understood: write one of ${allowedNames.join(', ')}, =, and how many.`);
      }
      return [name, Number(value)];
    }),
  );
}
