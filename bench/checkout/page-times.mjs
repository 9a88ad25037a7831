import { chromium } from 'playwright-core';
import { findChromium, whyNoBrowser } from '../../scripts/lib/browser.mjs';
import { Complaint } from '../../scripts/lib/complaint.mjs';
import { percentile } from '../usage.mjs';

const loads = 7;
const phone = { width: 360, height: 740 };
const slowCpu = 4;
/** What Lighthouse calls slow 4G: bytes per second, and ms there and back. */
const slowNetwork = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };
const conditions = [
  { name: 'This machine', cpu: 1 },
  { name: `${slowCpu}× slowed CPU`, cpu: slowCpu },
  { name: `${slowCpu}× slowed CPU, 1.6 Mbit/s and 150 ms`, cpu: slowCpu, network: slowNetwork },
];

/** The form can be used from the moment when its first choice is there, unless the page is then busy for longer. */
const watch = `
  globalThis.centavoTimes = { formMs: 0, busyUntilMs: 0 };
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) centavoTimes.busyUntilMs = startTime + duration;
  }).observe({ type: 'longtask', buffered: true });
  new MutationObserver((_, observer) => {
    if (!document.querySelector('input[type=radio]')) return;
    centavoTimes.formMs = performance.now();
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });`;

const quietMs = 1_000;
const readTimes = `new Promise((resolve) => setTimeout(() => resolve({
  paintMs: performance.getEntriesByName('first-contentful-paint')[0].startTime,
  interactiveMs: Math.max(centavoTimes.formMs, centavoTimes.busyUntilMs),
}), ${quietMs}))`;

/**
 * When the page of a payment link shows something, and when it can be used, by a browser that has never been there: medians.
 * @param {string} url
 * @returns {Promise<{name: string, paintMs: number, interactiveMs: number}[]>} by condition, ms from the navigation
 */
export async function pageTimes(url) {
  const obstacle = whyNoBrowser();
  if (obstacle) throw new Complaint(obstacle);
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
  try {
    // What the browser itself does for the first time belongs to nobody.
    await load(browser, url, { cpu: 1 });
    const times = [];
    for (const condition of conditions) {
      const all = [];
      for (let count = 0; count < loads; count += 1) all.push(await load(browser, url, condition));
      const median = (name) =>
        percentile(
          all.map((it) => it[name]),
          0.5,
        );
      times.push({ name: condition.name, paintMs: median('paintMs'), interactiveMs: median('interactiveMs') });
    }
    return times;
  } finally {
    await browser.close();
  }
}

async function load(browser, url, { cpu, network }) {
  const context = await browser.newContext({ locale: 'pt-BR', viewport: phone });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu });
    if (network) {
      await devtools.send('Network.enable');
      await devtools.send('Network.emulateNetworkConditions', network);
    }
    await page.addInitScript(watch);
    await page.goto(url);
    await page.locator('input[type=radio]').first().waitFor();
    return await page.evaluate(readTimes);
  } finally {
    await context.close();
  }
}
