import type { Page, PageScreenshotOptions } from 'playwright-core';

const tries = 3;
const tryMs = 20_000;

/** A page's picture, PNG. Chromium without a window now and then waits for a frame that never comes: then it is asked again. */
export async function screenshot(page: Page, options: PageScreenshotOptions = {}): Promise<Buffer> {
  for (let tried = 1; ; tried++) {
    try {
      return await page.screenshot({ ...options, timeout: tryMs });
    } catch (error) {
      if (tried === tries) throw error;
      console.warn(`a screenshot did not come within ${tryMs / 1000} s: asked again`);
    }
  }
}
