import { type Browser, chromium } from 'playwright-core';
import { findChromium } from '../../../../scripts/lib/browser.mjs';

/**
 * The system's Chromium.
 * @throws when there is none, saying what to install
 */
export function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('This test needs Chromium: install it with `apt-get install chromium`.');
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
}
