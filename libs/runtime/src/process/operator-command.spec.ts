import { operatorCommand } from './operator-command.js';

describe('operatorCommand', () => {
  afterEach(() => {
    delete process.env['OPERATED_BY'];
  });

  it('is the script of package.json where there is one', () => {
    expect(operatorCommand('secrets')).toBe('npm run secrets --');
  });

  it('is the service of docker-compose.yml inside the image', () => {
    process.env['OPERATED_BY'] = 'compose';
    expect(operatorCommand('secrets')).toBe('docker compose run --rm secrets-key');
    expect(operatorCommand('vault')).toBe('docker compose run --rm vault');
  });
});
