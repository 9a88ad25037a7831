import { DestinationPolicy } from './destination-policy.js';

const FORBIDDEN_URLS = [
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.0.0.1/',
  'http://0177.0.0.1/',
  'http://017700000001/',
  'http://127.1/',
  'http://127.0.1/',
  'http://0/',
  'http://127.0.0.1./',
  'http://１２７.０.０.１/',
  'http://127。0。0。1/',
  'http://%31%32%37.0.0.1/',
  'http://169.254.169.254/latest/meta-data',
  'http://0xa9fea9fe/',
  'http://[::1]/',
  'http://[::]/',
  'http://[0:0:0:0:0:ffff:7f00:1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[64:ff9b::10.0.0.1]/',
  'http://[fe80::1]/',
  'http://[fd00::1]/',
  'http://localhost/',
  'http://LOCALHOST:8080/',
  'http://localhost./',
  'http://api.localhost/',
  'http://user:secret@example.com/',
  'http://user@example.com/',
  'ftp://example.com/',
  'file:///etc/passwd',
];

const resolvingTo =
  (...addresses: string[]) =>
  () =>
    Promise.resolve(addresses);

describe('the destination policy', () => {
  const policy = new DestinationPolicy({ allowedNetworks: [], httpsOnly: false });

  it.each(FORBIDDEN_URLS)('refuses %s', (url) => {
    expect(policy.refusalOf(new URL(url))).toEqual(expect.any(String));
  });

  it.each(['https://example.com/hook', 'http://example.com:8080/?a=b', 'https://8.8.8.8/', 'https://[2606:4700::1]/'])(
    'accepts %s',
    (url) => expect(policy.refusalOf(new URL(url))).toBeNull(),
  );

  it('refuses plain http when only https is allowed', () => {
    const production = new DestinationPolicy({ allowedNetworks: [], httpsOnly: true });
    expect(production.refusalOf(new URL('http://example.com'))).toContain('https');
    expect(production.refusalOf(new URL('https://example.com'))).toBeNull();
  });

  it('accepts localhost where loopback is allowed, and asks no resolver for it', async () => {
    const local = new DestinationPolicy({ allowedNetworks: ['127.0.0.0/8'], httpsOnly: false });
    expect(local.refusalOf(new URL('http://localhost:4000/hook'))).toBeNull();
    await expect(local.addressesOf('localhost', resolvingTo('8.8.8.8'))).resolves.toEqual(['127.0.0.1']);
  });

  it('hands on the addresses of a public name', async () => {
    await expect(policy.addressesOf('example.com', resolvingTo('8.8.8.8', '2606:4700::1'))).resolves.toHaveLength(2);
  });

  it.each([[['10.0.0.1']], [['8.8.8.8', '10.0.0.1']], [['::ffff:127.0.0.1']], [[]]])(
    'refuses a name that resolves to %j',
    async (addresses) => {
      await expect(policy.addressesOf('example.com', resolvingTo(...addresses))).rejects.toMatchObject({
        failure: 'url_not_allowed',
      });
    },
  );
});
