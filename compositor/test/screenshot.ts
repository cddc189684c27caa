import type { CDPSession, Page } from 'playwright-core';

const tries = 3;
const tryMs = 20_000;
const sessions = new WeakMap<Page, Promise<CDPSession>>();

/**
 * Takes a screenshot of a page's viewport, as PNG. It calls Chromium directly, which takes half the time of
 * Playwright's function, because that waits for fonts and hides carets first. The request is repeated when headless
 * Chromium does not deliver the image, which happens rarely.
 */
export async function screenshot(page: Page): Promise<Buffer> {
  const opened = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, opened);
  const session = await opened;
  for (let tried = 1; ; tried++) {
    const asked = session.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
    const answer = await Promise.race([asked, late()]);
    if (answer !== null) return Buffer.from(answer.data, 'base64');
    // It may fail with its page.
    asked.catch(() => undefined);
    const said = `a screenshot did not come within ${tryMs / 1000} s`;
    if (tried === tries) throw new Error(`${said}, ${tries} times.`);
    console.warn(`${said}: asked again`);
  }
}

function late(): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(resolve, tryMs, null).unref();
  });
}
