import { linkPathOf } from './link-path.js';

const LINK_ID = '019aa000-0000-7000-8000-000000000001';

describe('linkPathOf', () => {
  it.each([
    `/pay/${LINK_ID}`,
    `/pay/${LINK_ID}/`,
    `/pay/${LINK_ID}//`,
    `/pay/${LINK_ID.toUpperCase()}`,
    `/pay/%30${LINK_ID.slice(1)}`,
  ])('is the same path for %s', (pathname) => {
    expect(linkPathOf(pathname, LINK_ID)).toBe(`/pay/${LINK_ID}`);
  });

  it('keeps what the platform is mounted under', () => {
    expect(linkPathOf(`/shop/v2/pay/${LINK_ID}`, LINK_ID)).toBe(`/shop/v2/pay/${LINK_ID}`);
  });
});
