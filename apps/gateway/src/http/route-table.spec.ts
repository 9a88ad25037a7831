import { RouteTable } from './route-table.js';

describe('The route table', () => {
  const table = new RouteTable();
  const config = { access: 'secret_key' as const };
  table.add({ method: 'GET', url: '/v1/charges', config });
  table.add({ method: ['POST'], url: '/v1/charges', config });
  table.add({ method: 'GET', url: '/v1/charges/:id', config });

  it('knows the methods of a concrete path', () => {
    expect(table.methodsOf('/v1/charges?page=2')).toEqual(['GET', 'POST']);
    expect(table.methodsOf('/v1/charges/123')).toEqual(['GET']);
  });

  it('tells a path from one that has an id in its place', () => {
    table.add({ method: 'POST', url: '/v1/charges/simulate', config });
    expect(table.methodsOf('/v1/charges/simulate')).toEqual(['POST']);
    expect(['/v1/charges/simulate?page=2', '/v1/charges/123'].map((url) => table.hasExactly(url))).toEqual([
      true,
      false,
    ]);
  });

  it('knows none for a path that is no route', () => {
    expect(table.methodsOf('/v1/charges/123/void')).toEqual([]);
    expect(table.methodsOf('/v1/charges/')).toEqual([]);
  });
});
