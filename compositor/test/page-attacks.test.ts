import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ampleTime, type Outcome, pageAttacks, timeOf } from '@framemill/testing/page-attacks';
import { FramemillError } from '@framemill/timeline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser } from '../src/chromium/index.ts';
import { createFrameCache } from '../src/html/frame-cache.ts';
import { htmlContent } from '../src/html/html-content.ts';
import { pageFaultOf } from '../src/html/page-fault.ts';
import type { PageTime } from '../src/html/page-time.ts';
import { createRasteriser, type Rasteriser } from '../src/html/rasteriser.ts';
import { makeClip, makeDocument, makeFolder } from './scenes.ts';

const missing = findBrowser() === null;
if (missing) console.warn('page-attacks: skipped, this machine has no Chromium');

const [width, height] = [160, 90];
const frame = 2;
const folder = makeFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Time limit of 700 ms, a seventh of that of previews. It keeps the tests short, because a hanging page uses up its
 * limit.
 */
const shortTime = timeOf(700);

/** Names of the attacks that `npm test` covers, one for each way in which a page ends by itself or must be ended. */
const sample = new Set([
  ...['an endless loop', 'dialogs without end', 'a form that sends itself', 'a hook that is defined anew'],
  ...['a loop after its picture', 'workers that loop', 'memory without end', 'filters on filters'],
]);

describe.skipIf(missing)('a page that wants to hold up whoever draws it', () => {
  let rasteriser: Rasteriser;
  beforeAll(() => {
    rasteriser = createRasteriser(
      createFrameCache(() => join(folder, 'pictures')),
      { idleMs: 60_000, keepsWarm: true },
    );
  });
  afterAll(() => rasteriser.close());

  async function outcomeOf(page: { html: string }, time: PageTime): Promise<Outcome> {
    const clip = makeClip({ type: 'html', html: { width, height, ...page } });
    const content = htmlContent(clip, makeDocument(width, height, [clip], '#000000'), width, 'b');
    try {
      await rasteriser.ensure(content, [frame], time);
      return 'picture';
    } catch (error) {
      const fault = pageFaultOf(error);
      if (fault !== null) return fault;
      if (error instanceof FramemillError && error.code === 'invalid_request') return 'too much';
      throw error;
    }
  }

  for (const { name, page, outcomes } of pageAttacks)
    it(`ends, and the next page is drawn: ${name}`, { tags: sample.has(name) ? [] : 'full' }, async () => {
      const time = outcomes.includes('picture') && outcomes.length === 1 ? ampleTime : shortTime;
      expect(outcomes).toContain(await outcomeOf(page, time));
      expect(await outcomeOf({ html: `<b>after ${name}</b>` }, ampleTime)).toBe('picture');
    });
});
