import { silentLogger } from '@centavo/testing';
import { QueryFailedError } from 'typeorm';
import { classifyPgError, CommitUnknownError } from './classify-pg-error.js';
import { PostgresDatabase } from './postgres-database.js';

const withCode = (code: string): Error => Object.assign(new Error('failed'), { code });

describe('classifyPgError', () => {
  it.each([
    ['serialization', '40001'],
    ['serialization', '40P01'],
    ['connection', '08006'],
    ['connection', '28P01'],
    ['connection', '53300'],
    ['connection', '57P01'],
    ['connection', 'ECONNRESET'],
    ['timeout', '57014'],
    ['timeout', '55P03'],
    [undefined, '23505'],
    [undefined, '22012'],
  ])('finds %s in %s', (kind, code) => {
    expect(classifyPgError(withCode(code))).toBe(kind);
  });

  it('looks through the error of TypeORM', () => {
    expect(classifyPgError(new QueryFailedError('SELECT 1', [], withCode('40P01')))).toBe('serialization');
  });

  it('knows the errors that the driver gives no code', () => {
    expect(classifyPgError(new Error('Connection terminated unexpectedly'))).toBe('connection');
    expect(classifyPgError(new Error('timeout exceeded when trying to connect'))).toBe('connection');
    expect(classifyPgError(new TypeError('x is not a function'))).toBeUndefined();
    expect(classifyPgError(null)).toBeUndefined();
  });

  it('counts a commit without an answer as a lost connection', () => {
    expect(classifyPgError(new CommitUnknownError('lost'))).toBe('connection');
  });

  it('knows a server that is not there', async () => {
    const connecting = PostgresDatabase.connect({
      url: 'postgresql://127.0.0.1:1/nowhere',
      role: 'payments',
      password: 'none',
      poolSize: 1,
      logger: silentLogger,
    });

    expect(classifyPgError(await connecting.catch((error: unknown) => error))).toBe('connection');
  });
});
