import { portFrom } from '../../scripts/lib/ports.mjs';

const SETTING = 'PORT_OF_THIS_TEST';

describe('The port of a setting', () => {
  afterEach(() => {
    delete process.env[SETTING];
  });

  it('is what it says, or the default', () => {
    expect(portFrom(SETTING, 3000)).toBe(3000);
    process.env[SETTING] = '8080';
    expect(portFrom(SETTING, 3000)).toBe(8080);
  });

  it.each(['abc', '0', '65536', '80.5', ' 80'])('is refused with the name of the setting when it is %j', (text) => {
    process.env[SETTING] = text;
    expect(() => portFrom(SETTING, 3000)).toThrow(`${SETTING} must be a whole number from 1 to 65535, not "${text}".`);
  });
});
