import { selfContained } from './self-contained.js';

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const defined = (name: string) => ({ $ref: `#/$defs/${name}` });

const COMPONENTS = {
  Shop: {
    type: 'object',
    properties: { owner: reference('Person'), goods: { type: 'array', items: reference('Good') } },
  },
  Person: { type: 'object', properties: { parent: { anyOf: [reference('Person'), { type: 'null' }] } } },
  Good: {
    type: 'object',
    properties: { example: { type: 'string', example: 'Camiseta' } },
    additionalProperties: true,
  },
  Stranger: { type: 'string' },
};

describe('A schema of the document, by itself', () => {
  const schema = selfContained({ title: 'x', ...reference('Shop') }, COMPONENTS);

  it('says which dialect it is of', () => {
    expect(schema).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema', title: 'x' });
  });

  it('brings along all that it refers to, however deep, and nothing else', () => {
    expect(schema).toMatchObject(defined('Shop'));
    expect(Object.keys(schema['$defs'] as object)).toEqual(['Good', 'Person', 'Shop']);
    expect(schema['$defs']).toMatchObject({
      Shop: { properties: { owner: defined('Person'), goods: { items: defined('Good') } } },
    });
  });

  it('may refer to itself', () => {
    expect(schema['$defs']).toMatchObject({ Person: { properties: { parent: { anyOf: [defined('Person'), {}] } } } });
  });

  it('has its examples in the word of JSON Schema, and keeps a property that is called example', () => {
    expect(schema['$defs']).toMatchObject({
      Good: { properties: { example: { type: 'string', examples: ['Camiseta'] } }, additionalProperties: true },
    });
  });

  it('cannot be made when it refers to something that is not there', () => {
    expect(() => selfContained(reference('Nobody'), COMPONENTS)).toThrow('#/components/schemas/Nobody is no schema');
    expect(() => selfContained({ $ref: '#/paths/x' }, COMPONENTS)).toThrow('#/paths/x is no schema');
  });
});
