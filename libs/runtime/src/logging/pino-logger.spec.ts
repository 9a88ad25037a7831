import { Writable } from 'node:stream';
import type { LogFields } from './log-fields.js';
import type { Logger } from './logger.js';
import { NestLogger } from './nest-logger.js';
import { PinoLogger } from './pino-logger.js';

/** What a caller without types could pass. */
const anything = (fields: Record<string, unknown>): LogFields => fields;

describe('PinoLogger', () => {
  let lines: Record<string, unknown>[];
  let texts: string[];
  let logger: Logger;

  beforeEach(() => {
    lines = [];
    texts = [];
    const destination = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        texts.push(chunk.toString());
        lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
        done();
      },
    });
    logger = PinoLogger.create('info', destination);
  });

  it('writes the message with its level and fields', () => {
    logger.info('charge captured', { chargeId: 'c1', durationMs: 12 });

    expect(lines).toEqual([
      { level: 'info', time: expect.any(String), msg: 'charge captured', chargeId: 'c1', durationMs: 12 },
    ]);
  });

  it('drops what is not on the list and says only its name', () => {
    logger.warn('refused', anything({ chargeId: 'c1', cardNumber: '4111111111111111', secret: 's3cret' }));

    expect(lines[0]).toMatchObject({ chargeId: 'c1', dropped: ['cardNumber', 'secret'] });
    expect(JSON.stringify(lines)).not.toMatch(/4111|s3cret/);
  });

  it('holds fields of a child to the same list', () => {
    const child = logger.child(anything({ service: 'payments', token: 's3cret' }));
    child.child({ merchantId: 'm1' }).info('hello');

    expect(lines[0]).toMatchObject({ service: 'payments', merchantId: 'm1' });
    expect(JSON.stringify(lines)).not.toContain('s3cret');
  });

  it('writes a field of a child and of its child once', () => {
    logger.child({ service: 'standalone' }).child({ service: 'ledger' }).info('hello');

    expect(texts[0]!.match(/"service":"\w+"/g)).toEqual(['"service":"ledger"']);
  });

  it('looks into no object', () => {
    logger.info('odd', anything({ reason: { password: 's3cret' }, count: 5n, status: ['a', 1] }));

    expect(lines[0]).toMatchObject({ reason: '[object]', count: 5, status: ['a', '1'] });
  });

  it('writes of an error its type, message, code and stack, and nothing that hangs on it', () => {
    const error = Object.assign(new TypeError('broken'), { code: 'E1', parameters: ['4111111111111111'] });

    logger.error('failed', { error });

    expect(lines[0]?.['error']).toEqual({
      type: 'TypeError',
      message: 'broken',
      code: 'E1',
      stack: expect.stringContaining('TypeError: broken'),
    });
  });

  it('writes the reason of an error too', () => {
    logger.error('failed', { error: new Error('outer', { cause: new Error('inner') }) });

    expect(lines[0]?.['error']).toMatchObject({ message: 'outer', cause: { type: 'Error', message: 'inner' } });
  });

  it('survives whatever else was thrown', () => {
    logger.error('failed', { error: 'just text' });
    logger.error('failed', { error: undefined });

    expect(lines[0]?.['error']).toEqual({ type: 'string', message: 'just text' });
  });

  it('keeps quiet below its level', () => {
    logger.debug('details');

    expect(lines).toEqual([]);
  });

  it('lets only warnings and errors of Nest through', () => {
    const nest = new NestLogger(logger);
    nest.log();
    nest.warn('careful');
    nest.error(new Error('broken'));

    expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
      ['warn', 'careful'],
      ['error', 'broken'],
    ]);
  });
});
