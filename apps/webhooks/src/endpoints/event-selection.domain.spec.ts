import { PUBLIC_EVENT_KINDS } from '@centavo/contracts';
import { kindsOf, selectedKinds } from './event-selection.domain.js';

describe('the events of an endpoint', () => {
  it('select one kind by its name', () => {
    expect(kindsOf('charge.captured')).toEqual(['charge.captured']);
  });

  it('select every kind of a resource', () => {
    expect(kindsOf('charge.*')).toEqual(PUBLIC_EVENT_KINDS.filter((kind) => kind.startsWith('charge.')));
    expect(kindsOf('receivable.*')).toContain('receivable.pending');
  });

  it('select all public kinds with a star, and no internal one', () => {
    expect([...selectedKinds(['*'])]).toEqual([...PUBLIC_EVENT_KINDS]);
    expect(selectedKinds(['*']).has('merchant.active')).toBe(false);
  });

  it('select a kind once when it is named twice', () => {
    expect([...selectedKinds(['charge.pending', 'charge.*', 'charge.pending'])]).toHaveLength(
      kindsOf('charge.*').length,
    );
  });

  it.each([
    '',
    '.*',
    'char.*',
    'charge',
    'charge.',
    'charge.unknown',
    'charge.pend*',
    '**',
    'merchant.*',
    'merchant.active',
    'CHARGE.*',
  ])('know nothing of "%s"', (entry) => {
    expect(kindsOf(entry)).toEqual([]);
  });
});
