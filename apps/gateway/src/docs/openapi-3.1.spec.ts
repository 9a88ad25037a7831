import type { OpenAPIObject } from '@nestjs/swagger';
import { toOpenApi31 } from './openapi-3.1.js';

const converted = (schema: object) => toOpenApi31(schema as OpenAPIObject) as unknown;

describe('A schema of OpenAPI 3.0, said in 3.1', () => {
  it('has null among its types', () => {
    expect(converted({ type: 'string', format: 'uuid', nullable: true })).toEqual({
      type: ['string', 'null'],
      format: 'uuid',
    });
  });

  it('has null among its values', () => {
    expect(converted({ type: 'string', enum: ['a'], nullable: true })).toEqual({
      type: ['string', 'null'],
      enum: ['a', null],
    });
  });

  it('offers null beside a reference', () => {
    expect(converted({ $ref: '#/x', nullable: true })).toEqual({ anyOf: [{ $ref: '#/x' }, { type: 'null' }] });
  });

  it('keeps a property that is called nullable', () => {
    const schema = { properties: { nullable: { type: 'boolean' } } };
    expect(converted(schema)).toEqual(schema);
  });
});
