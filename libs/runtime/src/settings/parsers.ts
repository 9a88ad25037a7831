import { readFileSync } from 'node:fs';
import { makeValidator } from 'envalid';
import ipaddr from 'ipaddr.js';
import type { Parser } from './setting-row.js';

const SECRETS_KEY_BYTES = 32;

const items = (input: string): string[] =>
  input
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** Comma-separated words; empty is an empty list. */
export const list = makeValidator<string[]>(items);

/** Comma-separated CIDRs or single addresses, both kept as CIDR. */
export const networks = makeValidator<string[]>((input) => items(input).map(toCidr));

/** A whole number within bounds, both included. */
export const integer =
  (minimum: number, maximum: number): Parser<number> =>
  (options) =>
    makeValidator<number>((input) => wholeNumber(input, minimum, maximum))({
      ...options,
      desc: `${minimum} to ${maximum}`,
    });

/** The same, and nothing when nothing is said. */
export const optionalInteger = (minimum: number, maximum: number) =>
  makeValidator<number | undefined>((input) => wholeNumber(input, minimum, maximum));

/** One of some words. */
export const oneOf =
  <Choice extends string>(...choices: Choice[]): Parser<Choice> =>
  (options) =>
    makeValidator<Choice>((input): Choice => {
      const chosen = choices.find((choice) => choice === input);
      if (chosen !== undefined) return chosen;
      throw new Error(`must be one of ${choices.join(', ')}, not "${input}"`);
    })({ ...options, desc: choices.map((choice) => `\`${choice}\``).join(', ') });

function wholeNumber(input: string, minimum: number, maximum: number): number {
  const value = Number(input);
  if (Number.isInteger(value) && value >= minimum && value <= maximum) return value;
  throw new Error(`must be a whole number from ${minimum} to ${maximum}, not "${input}"`);
}

/** A file of certificates in PEM form, read once. */
export const certificateFile = makeValidator<string | undefined>((path) => {
  const content = contentOf(path);
  if (content.includes('-----BEGIN CERTIFICATE-----')) return content;
  throw new Error(`must be a file with a certificate in PEM form, and ${path} has none`);
});

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`must be a file that can be read (${(error as Error).message})`, { cause: error });
  }
}

/** A number from 0 to 1, both included. */
export const fraction = makeValidator<number>((input) => {
  const value = Number(input);
  if (value >= 0 && value <= 1) return value;
  throw new Error(`must be a number from 0 to 1, not "${input}"`);
});

/** `name=value`, comma-separated, values percent-encoded: the form that OpenTelemetry has for headers. The message never repeats them. */
export const httpHeaders = makeValidator<Readonly<Record<string, string>>>((input) => {
  const pairs = items(input).map((item) => /^([\w-]+)\s*=\s*(.*)$/.exec(item));
  if (!pairs.every((pair) => pair !== null)) throw new Error('must be like name=value,other=value');
  return Object.fromEntries(pairs.map(([, name, value]) => [name!, decodeURIComponent(value!)]));
});

/** Comma-separated, 32 random bytes as base64 each. The message never repeats them. */
export const secretsKeys = makeValidator<string[]>((input) => {
  const keys = items(input);
  if (keys.length > 0 && keys.every((key) => Buffer.from(key, 'base64').length === SECRETS_KEY_BYTES)) return keys;
  throw new Error(
    `must be ${SECRETS_KEY_BYTES} bytes as base64, or several such keys with commas between them (make one: openssl rand -base64 ${SECRETS_KEY_BYTES})`,
  );
});

/** An absolute http(s) address without the slash at its end. */
export const httpUrl = makeValidator<string | undefined>((input) => {
  const url = parseUrl(input);
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new Error(`must be an address like https://pay.example.com, not "${input}"`);
  }
  return input.replace(/\/+$/, '');
});

/** Where PostgreSQL is. The message never repeats the value: it may hold a password. */
export const postgresUrl = makeValidator<string>((input) => {
  const url = parseUrl(input);
  if (url && ['postgres:', 'postgresql:'].includes(url.protocol) && url.pathname.length > 1) return input;
  throw new Error('must be an address like postgresql://host:5432/database');
});

function toCidr(input: string): string {
  if (ipaddr.isValidCIDR(input)) return input;
  if (ipaddr.isValid(input)) return `${input}/${ipaddr.parse(input).kind() === 'ipv4' ? 32 : 128}`;
  throw new Error(`must be a comma-separated list of networks like 10.0.0.0/8, and "${input}" is none`);
}

function parseUrl(input: string): URL | undefined {
  return URL.canParse(input) ? new URL(input) : undefined;
}
