import type { Page } from 'playwright-core';

/** Adds texts in one editor and returns the time from each key press until another editor showed the text, in ms. */
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
