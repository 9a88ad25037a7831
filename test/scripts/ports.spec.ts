import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { freePorts, portFrom } from '../../scripts/lib/ports.mjs';
import { inRoot } from '../../scripts/lib/paths.mjs';

const SETTING = 'PORT_OF_THIS_TEST';

/** What another process says of ports that this one was given. */
const reservedElsewhere = async (ports: readonly number[]): Promise<unknown> => {
  const script = `import { reservePort } from ${JSON.stringify(inRoot('scripts/lib/port-reservations.mjs'))};
    console.log(JSON.stringify(${JSON.stringify(ports)}.map(reservePort)));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  return JSON.parse(stdout);
};

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

describe('Free ports', () => {
  it('are not given to another process while this one lives, whoever listens on them', async () => {
    const ports = await freePorts(5);

    expect(new Set(ports).size).toBe(5);
    expect(await reservedElsewhere(ports)).toEqual([false, false, false, false, false]);
  });

  it('are given again when the process is gone that had them', async () => {
    const port = 19_999;

    expect(await reservedElsewhere([port])).toEqual([true]);
    expect(await reservedElsewhere([port])).toEqual([true]);
  });
});
