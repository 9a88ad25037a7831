import { DomainError } from '@centavo/contracts';
import { parseJsonBody } from './json-body.js';

function refusalOf(text: string): DomainError {
  try {
    parseJsonBody(text);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('the body was taken');
}

describe('A request body', () => {
  it('is taken when it is a JSON object', () => {
    expect(parseJsonBody('{"amount": 1e3, "customer": {"name": "Zé \\u0041"}}')).toEqual({
      amount: 1000,
      customer: { name: 'Zé A' },
    });
  });

  it.each(['', '{', '[]', '[1]', 'null', '"text"', '12', 'NaN', "{'a': 1}", '{"a": 1,}', '\u0000{}'])(
    'is no JSON object when it is %j',
    (text) => expect(refusalOf(text).code).toBe('invalid_json'),
  );

  it('may not name a prototype, however it is spelled', () => {
    expect(refusalOf('{"__proto__": {"admin": true}}').code).toBe('invalid_json');
    expect(refusalOf('{"a": [{"\\u005f_proto__": 1}]}').code).toBe('invalid_json');
  });

  it('may not nest without end', () => {
    expect(refusalOf(`{"a": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`).code).toBe('invalid_json');
    expect(refusalOf(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`).code).toBe('invalid_json');
  });

  it('names every text that PostgreSQL cannot store', () => {
    const refusal = refusalOf(
      '{"name": "a\\u0000", "items": [{"name": "\\ud800"}], "metadata": {"k\\u0000": "v"}, "ok": "\\ud83d\\ude00"}',
    );
    expect(refusal.code).toBe('validation_error');
    expect(refusal.options.details?.map(({ field, code }) => [field, code])).toEqual([
      ['name', 'invalid_format'],
      ['items.0.name', 'invalid_format'],
      ['metadata.k\uFFFD', 'invalid_format'],
    ]);
  });
});
