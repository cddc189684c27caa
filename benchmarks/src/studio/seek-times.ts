import type { Page } from 'playwright-core';

/**
 * Seeks to positions `first` to `last` of a sequence spread over the ruler. Returns the time of each seek from the
 * press until the video showed the frame, in ms. No position is visited twice, because a video that is already there
 * would not seek.
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
