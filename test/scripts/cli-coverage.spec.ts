import { OPERATOR_COMMANDS as COMMANDS, type Command } from '../../scripts/lib/cli/commands.mjs';
import { startPlatform, type TestPlatform } from '../platform.js';

interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly enum?: readonly (string | null)[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** What the CLI takes as one JSON text is not taken apart. */
const WHOLE = COMMANDS.flatMap(({ options }) =>
  options.filter(({ type }) => type === 'json').map(({ field }) => field),
);

/** What is optional can also be null; on a command line it is left out. */
const choicesOf = (schema: Schema) => (schema.items ?? schema).enum?.filter((choice) => choice !== null);
const takenBy = (commands: readonly Command[]) =>
  commands.flatMap(({ options, body = {} }) => [...options.map(({ field }) => field), ...Object.keys(body)]);

describe('The CLI', () => {
  let platform: TestPlatform;
  let document: Document;
  beforeAll(async () => {
    platform = await startPlatform();
    document = (await platform.http.get('/openapi.json')).body as unknown as Document;
  });
  afterAll(() => platform.stop());

  const adminOperations = () =>
    Object.entries(document.paths)
      .filter(([path]) => path.startsWith('/admin/v1/'))
      .flatMap(([path, operations]) =>
        Object.entries(operations).map(([method, operation]) => ({
          name: `${method.toUpperCase()} ${path}`,
          commands: COMMANDS.filter((command) => command.path === path && command.method === method.toUpperCase()),
          fields: fieldsOf(operation),
        })),
      );

  /** Everything that an operation takes, by its dotted name, with what it can be. */
  function fieldsOf({ parameters = [], requestBody }: Operation): Map<string, readonly string[] | undefined> {
    const query = parameters.filter((parameter) => parameter.in === 'query');
    return new Map([
      ...query.map(({ name, schema }) => [name, choicesOf(schema)] as const),
      ...(requestBody ? leavesOf(requestBody.content['application/json'].schema) : []),
    ]);
  }

  function leavesOf(schema: Schema, path: readonly string[] = []): [string, readonly string[] | undefined][] {
    const { properties } = resolved(schema);
    if (!properties || WHOLE.includes(path.join('.'))) return [[path.join('.'), choicesOf(schema)]];
    return Object.entries(properties).flatMap(([name, property]) => leavesOf(property, [...path, name]));
  }

  function resolved(schema: Schema): Schema {
    const reference = schema.$ref ?? schema.allOf?.[0]?.$ref;
    return reference ? document.components.schemas[reference.split('/').at(-1)!]! : schema;
  }

  it('has a command for every route under /admin/v1, and none besides', () => {
    const operations = adminOperations();
    expect(operations.filter(({ commands }) => commands.length === 0).map(({ name }) => name)).toEqual([]);
    expect(new Set(operations.flatMap(({ commands }) => commands))).toEqual(new Set(COMMANDS));
  });

  it('takes everything that these routes take, and nothing besides', () => {
    for (const { name, commands, fields } of adminOperations()) {
      expect([name, [...new Set(takenBy(commands))].toSorted()]).toEqual([name, [...fields.keys()].toSorted()]);
    }
  });

  it('offers the choices that the API has', () => {
    for (const { commands, fields } of adminOperations()) {
      for (const { name, options } of commands) {
        for (const { field, choices } of options)
          expect([name, field, choices]).toEqual([name, field, fields.get(field)]);
      }
    }
  });
});
