import { AddressList, addressGroup } from './address.js';

describe('A list of allowed addresses', () => {
  it('lets everybody in when it is empty', () => {
    expect(new AddressList([]).allows('203.0.113.9')).toBe(true);
  });

  it.each([
    ['203.0.113.9', '203.0.113.9', true],
    ['203.0.113.9', '203.0.113.10', false],
    ['203.0.113.0/24', '203.0.113.255', true],
    ['203.0.113.0/24', '203.0.114.0', false],
    ['203.0.113.0/24', '::ffff:203.0.113.7', true],
    ['::ffff:203.0.113.0/120', '203.0.113.7', true],
    ['2001:db8::/32', '2001:db8:1::1', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['2001:db8::1', '2001:0db8:0:0:0:0:0:1', true],
    ['0.0.0.0/0', '2001:db8::1', false],
  ])('%s and a request from %s: %s', (entry, address, allowed) => {
    expect(new AddressList([entry]).allows(address)).toBe(allowed);
  });

  it('lets nobody in by an entry that is no address', () => {
    expect(new AddressList(['nonsense']).allows('203.0.113.9')).toBe(false);
  });

  it('lets nobody in whose address is none', () => {
    expect(new AddressList(['0.0.0.0/0']).allows('unknown')).toBe(false);
  });
});

describe('The group that an address is limited with', () => {
  it('is the address itself for IPv4, mapped or not', () => {
    expect(addressGroup('::ffff:203.0.113.7')).toBe(addressGroup('203.0.113.7'));
    expect(addressGroup('203.0.113.7')).not.toBe(addressGroup('203.0.113.8'));
  });

  it('is the /64 for IPv6', () => {
    expect(addressGroup('2001:db8:0:1::1')).toBe(addressGroup('2001:db8:0:1:ffff::9'));
    expect(addressGroup('2001:db8:0:1::1')).not.toBe(addressGroup('2001:db8:0:2::1'));
  });
});
