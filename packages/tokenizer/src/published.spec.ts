import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { browserFile, exampleOf, packageFolder } from './testing/published.js';
import { RecordingService, TOKENS_PATH } from './testing/recording-service.js';

const MAX_GZIPPED_BYTES = 30_000;

describe('The published package', () => {
  it('has a browser file of less than 30 kB gzipped that needs nothing else', async () => {
    const file = await browserFile();
    expect(gzipSync(file).length).toBeLessThan(MAX_GZIPPED_BYTES);
    expect(file.toString()).not.toMatch(/\bfrom\s*["']|\bimport\s*["'(]/);
  });

  it('runs the Node example of the README', async () => {
    const service = await RecordingService.start();
    try {
      const example = await exampleOf('js', service);
      const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', example], {
        cwd: packageFolder,
      });
      expect(stdout).toMatch(/token: 'tok_.*brand: 'visa'.*lastFourDigits: '1111'/s);
      expect(service.to(TOKENS_PATH)).toHaveLength(1);
    } finally {
      await service.stop();
    }
  });
});
