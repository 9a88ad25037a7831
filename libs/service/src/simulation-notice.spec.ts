import { RecordingLogger, testSettings } from '@centavo/testing';
import { simulationNotice } from './simulation-notice.js';

describe('simulationNotice', () => {
  it.each([
    ['production', ['the acquirer is simulated, and no money moves; docs/deployment.md says how to add a real one']],
    ['sandbox', []],
  ])('in %s says %j', (environment, lines) => {
    const logger = new RecordingLogger();
    void simulationNotice('acquirer').useFactory(testSettings({ ENVIRONMENT: environment }), logger);
    expect(logger.warnings).toEqual(lines);
  });
});
