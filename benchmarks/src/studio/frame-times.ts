import type { Page } from 'playwright-core';

/** Returns the times between the frames that a page draws during `work`, in ms. */
export async function frameTimes(page: Page, work: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = [];
    let last = performance.now();
    const tick = (now: number) => {
      times.push(now - last);
      last = now;
      if (Reflect.get(globalThis, 'frameTimes') === times) requestAnimationFrame(tick);
    };
    Reflect.set(globalThis, 'frameTimes', times);
    requestAnimationFrame(tick);
  });
  await work();
  return page.evaluate(() => {
    const times: unknown = Reflect.get(globalThis, 'frameTimes');
    Reflect.set(globalThis, 'frameTimes', null);
    return Array.isArray(times) ? times.map(Number).slice(1) : [];
  });
}

/** User gestures on a timeline with many clips. */
export const GESTURES: Record<string, (page: Page) => Promise<void>> = {
  async drag(page) {
    const { x, y } = await clipInView(page);
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let step = 1; step <= 60; step += 1) await page.mouse.move(x + step * 3, y);
    await page.keyboard.press('Escape');
    await page.mouse.up();
  },
  async trim(page) {
    const { right, y } = await clipInView(page);
    await page.mouse.move(right - 3, y);
    await page.mouse.down();
    for (let step = 1; step <= 60; step += 1) await page.mouse.move(right - 3 - step, y);
    await page.keyboard.press('Escape');
    await page.mouse.up();
  },
  async scroll(page) {
    const { x, y } = await clipInView(page);
    await page.mouse.move(x, y);
    for (let step = 0; step < 60; step += 1) await page.mouse.wheel(step < 30 ? 240 : -240, step % 2 === 0 ? 60 : -60);
  },
  async zoom(page) {
    const { x, y } = await clipInView(page);
    await page.mouse.move(x, y);
    await page.keyboard.down('Control');
    for (let step = 0; step < 60; step += 1) await page.mouse.wheel(0, step < 30 ? 40 : -40);
    await page.keyboard.up('Control');
  },
};

/** Finds a wide clip that is completely visible. Returns its centre and the position of its right end. */
async function clipInView(page: Page): Promise<{ x: number; y: number; right: number }> {
  const found = await page.evaluate(() => {
    const view = document.querySelector('[data-testid=timeline]')?.getBoundingClientRect();
    if (!view) return null;
    for (const bar of document.querySelectorAll('[data-track] [data-clip]')) {
      const { left, right, top, bottom } = bar.getBoundingClientRect();
      const isInside = left > view.left + 200 && right < view.right - 20 && top > view.top + 30 && bottom < view.bottom;
      if (isInside && right - left > 60) return { x: (left + right) / 2, y: (top + bottom) / 2, right };
    }
    return null;
  });
  if (!found) throw new Error('No wide clip is completely visible in the timeline.');
  return found;
}
