import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';

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

/**
 * Finds a wide clip that is completely visible on the page. Returns the clip's centre and the position of its right
 * edge.
 */
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

/**
 * Seeks to positions `first` to `last` of a sequence that is spread over the ruler. Returns for each seek the time from
 * the mouse press until the video displayed the frame, in ms. No position is visited twice, because seeking to the
 * current position would do nothing.
 */
export async function seekTimes(page: Page, first: number, last: number): Promise<number[]> {
  const frame = page.frames().find((one) => one.url().endsWith('/vendor/stage.html'));
  if (!frame) throw new Error('The editor shows no preview.');
  await frame.evaluate(() => {
    const shown = () => Reflect.set(globalThis, 'shownAt', performance.timeOrigin + performance.now());
    // Media events do not bubble, but can be captured.
    document.addEventListener('seeked', shown, true);
  });
  await page.evaluate(() => {
    const pressed = () => Reflect.set(globalThis, 'pressedAt', performance.timeOrigin + performance.now());
    addEventListener('pointerdown', pressed, true);
  });
  const area = await page.getByTestId('timeline').boundingBox();
  if (!area) throw new Error('The editor has no timeline.');
  const times: number[] = [];
  for (let index = first; index <= last; index += 1) {
    // The golden ratio gives evenly spread positions that are never in order.
    const share = (index * 0.618034) % 1;
    await frame.evaluate(() => Reflect.set(globalThis, 'shownAt', 0));
    await page.mouse.click(area.x + 180 + share * (area.width - 260), area.y + 12);
    const handle = await frame.waitForFunction(() => Reflect.get(globalThis, 'shownAt'));
    times.push(
      Number(await handle.jsonValue()) - Number(await page.evaluate(() => Reflect.get(globalThis, 'pressedAt'))),
    );
  }
  return times;
}

/**
 * Adds `count` texts in the editor `here`. Returns for each text the time from the key press until another editor,
 * `there`, displayed it, in ms.
 */
export async function timesToOthers(here: Page, there: Page, count: number): Promise<number[]> {
  await here.evaluate(() => {
    const pressed: number[] = [];
    Reflect.set(globalThis, 'pressed', pressed);
    addEventListener(
      'keydown',
      ({ key }) => key === 't' && pressed.push(performance.timeOrigin + performance.now()),
      true,
    );
  });
  await there.evaluate(() => {
    const seen: number[] = [];
    Reflect.set(globalThis, 'seen', seen);
    const ids = () =>
      [...document.querySelectorAll<HTMLElement>('[data-track] [data-clip]')].map(({ dataset }) => dataset.clip);
    const known = new Set(ids());
    new MutationObserver(() => {
      for (const id of ids()) {
        if (known.has(id)) continue;
        known.add(id);
        seen.push(performance.timeOrigin + performance.now());
      }
    }).observe(document.body, { childList: true, subtree: true });
  });
  for (let index = 1; index <= count; index += 1) {
    await here.keyboard.press('t');
    await there.waitForFunction((wanted) => Reflect.get(globalThis, 'seen').length >= wanted, index);
    // The next text starts where this one ends, within the visible part of both windows.
    await here.keyboard.press('Escape');
  }
  const pressed: number[] = await here.evaluate(() => Reflect.get(globalThis, 'pressed'));
  const seen: number[] = await there.evaluate(() => Reflect.get(globalThis, 'seen'));
  return pressed.map((at, index) => (seen[index] ?? Number.NaN) - at);
}

/**
 * Returns the memory of all renderer processes of the browser, in bytes. Shared memory is divided among the processes
 * (PSS). Linux only.
 */
export async function memoryOfPages(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  return renderers.reduce((sum, { id }) => sum + pssBytes(id), 0);
}

function pssBytes(pid: number): number {
  const [, kilobytes = '0'] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}
