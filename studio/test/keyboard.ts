import type { Page } from 'playwright-core';

/**
 * Presses Tab until the element with an accessible name has the focus. Throws when it is not focused after 250 presses.
 */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const passed: string[] = [];
  for (let count = 0; count < 250; count += 1) {
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement)) return '';
      const labels = 'labels' in element && element.labels instanceof NodeList ? [...element.labels] : [];
      const own = element.getAttribute('aria-label') ?? labels.map((label) => label.textContent).join(' ');
      return (own || (element.textContent ?? '')).trim();
    });
    if (typeof name === 'string' ? focused === name || focused === `${name} *` : name.test(focused)) return;
    passed.push(focused.slice(0, 30));
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never came to ${name}, but to ${[...new Set(passed)].join(' | ')}`);
}
