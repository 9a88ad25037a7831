import { AddressPolicy } from './address-policy.js';

const FORBIDDEN = [
  // IPv4 special-purpose registry: first, last and a typical address of each block
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.0',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.0.170',
  '192.0.2.1',
  '192.31.196.1',
  '192.52.193.1',
  '192.88.99.1',
  '192.168.0.1',
  '192.168.255.255',
  '192.175.48.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  // IPv6
  '::',
  '::1',
  '0:0:0:0:0:0:0:1',
  'fe80::1',
  'fe80::1%eth0',
  'febf::1',
  'fec0::1',
  'fc00::1',
  'fd12:3456:789a::1',
  'ff02::1',
  'ff0e::1',
  '100::1',
  '100:0:0:1::1',
  '2001::1',
  '2001:2::1',
  '2001:3::1',
  '2001:4:112::1',
  '2001:10::1',
  '2001:20::1',
  '2001:30::1',
  '2001:db8::1',
  '2620:4f:8000::1',
  '3fff::1',
  '4000::1',
  '5f00::1',
  // IPv4 inside IPv6
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.0.0.1',
  '::ffff:169.254.169.254',
  '::127.0.0.1',
  '::a00:1',
  '64:ff9b::127.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::1',
  '64:ff9b:1::8.8.8.8',
  '2002:7f00:1::1',
  '2002:a00:1::',
  '2002:a9fe:a9fe::1',
  '2002:c0a8:101::5',
  '::ffff:0:127.0.0.1',
  '::ffff:0:8.8.8.8',
  // no address at all
  '',
  'localhost',
  'example.com',
];

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.1',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:80f::200e',
  '2001:4860:4860::8888',
  '::ffff:8.8.8.8',
  '::8.8.8.8',
  '64:ff9b::8.8.8.8',
  '2002:808:808::1',
];

describe('the address policy', () => {
  const policy = new AddressPolicy([]);

  it.each(FORBIDDEN)('forbids %s', (address) => {
    expect(policy.permits(address)).toBe(false);
  });

  it.each(PUBLIC)('permits %s', (address) => {
    expect(policy.permits(address)).toBe(true);
  });

  it('permits a private network that the deployment allows, in every form, and nothing beside it', () => {
    const allowing = new AddressPolicy(['10.1.0.0/16', '::1/128']);
    expect(['10.1.2.3', '::ffff:10.1.2.3', '2002:a01:203::1', '::1'].map((it) => allowing.permits(it))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(['10.2.0.1', '127.0.0.1', '::2', '::'].map((it) => allowing.permits(it))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it.each(['::ffff:127.0.0.0/104', '2002:7f00::/24', '2002:7f00:1::/96'])('reads %s as its IPv4 network', (network) => {
    const allowing = new AddressPolicy([network]);
    expect(allowing.permits('127.0.0.1')).toBe(true);
    expect(allowing.permits('10.0.0.1')).toBe(false);
  });

  it('refuses to start with a network that is none', () => {
    expect(() => new AddressPolicy(['10.0.0.0/40'])).toThrow('ipaddr');
  });
});
