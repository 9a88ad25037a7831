import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * What axe-core finds wrong with the page as it is now, by every rule that it has.
 * @returns a line for each element with a problem
 */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  // By way of the debugger, which the page's security policy does not bind.
  await page.evaluate(axe.source);
  const { violations, passes } = await page.evaluate<AxeResults>('axe.run(document)');
  if (passes.length === 0) throw new Error('axe-core has looked at nothing.');
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`));
}
