import { findBrowser } from '@framemill/compositor/browser';
import { previewHtmlQueue, readLeases } from '@framemill/scheduler/protocol';
import type { Document } from '@framemill/timeline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smallDocument } from './support/documents.ts';
import { type House, openHouse } from './support/house.ts';

const missing = findBrowser() === null;
if (missing) console.warn('html: parts skipped, this machine has no Chromium');

/** A browser and two nodes on a busy machine with two cores. */
const slow = 180_000;

/** A document with a page that runs `js`. */
function scripted(js: string): Document {
  const document = htmlDocument(1);
  const clips = document.clips.map((clip) => ({ ...clip, html: { ...clip.html, html: '<b>Bad</b>', js } }));
  return { ...document, clips };
}

/** Pages that never let go, by what they do. */
const hanging: [what: string, js: string][] = [
  ['loops for ever', 'for (;;);'],
  ['loops in promises', 'const again = () => Promise.resolve().then(again); again();'],
  [
    'submits itself again and again',
    'const f = document.createElement("form"); document.body.append(f); f.submit(); for (;;);',
  ],
  ['leaves and loops', 'location.href = "about:blank"; for (;;);'],
  ['asks and loops', 'alert("x"); for (;;);'],
];

/** A document of `seconds` whose clip `badge` is a page that turns. */
function htmlDocument(seconds: number): Document {
  const document = smallDocument(seconds);
  const css =
    'b { display: block; font: 40px Inter; color: #fff; animation: turn 1s linear infinite } @keyframes turn { to { rotate: 1turn } }';
  const [shape] = document.clips;
  if (!shape) throw new Error('The small document has a clip.');
  const { shape: _, ...rest } = shape;
  return { ...document, clips: [{ ...rest, id: 'badge', type: 'html', html: { html: '<b>New</b>', css } }] };
}

describe('a farm with html clips', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse();
  });
  afterAll(() => house.close());

  const frameOf = async (accountId: string) =>
    house.client.requestFrame({
      ...{ accountId, document: htmlDocument(1), media: {}, atSec: 0.5, image: 'png', scale: 1 },
      timeoutMs: 60_000,
    });

  it(
    'fails such a render at once when no node has a browser, and gives the export back',
    async () => {
      await house.farm(1, 'plain');
      const accountId = await house.account();
      const renderId = await house.render(accountId, htmlDocument(1));
      const row = await house.reaches(renderId, 'FAILED');
      expect(row.errorMsg).toMatch(/^clip badge is an html clip, and no node of this farm has the capability "html"/);
      expect(await house.outcomes(renderId)).toEqual([]);
      await expect(frameOf(accountId)).rejects.toThrow(/clip badge is an html clip, and no node/);
      const { exportsUsed } = await house.database.client.account.findUniqueOrThrow({ where: { id: accountId } });
      expect(exportsUsed).toBe(0);
    },
    slow,
  );

  it.skipIf(missing)(
    'gives it to a node that has one, and everything else to all',
    async () => {
      await house.farm(1, 'browsing', { HTML_CLIPS: 'auto' });
      const leases = await readLeases(house.redis);
      const [plain, browsing] = ['plain', 'browsing'].map((id) => leases.find(({ nodeId }) => nodeId === id));
      expect(plain?.pools).toEqual(['cpu']);
      expect(browsing?.pools).toEqual(['cpu', 'html']);
      expect(browsing?.fingerprint).toBe(plain?.fingerprint);

      const accountId = await house.account();
      const renderId = await house.render(accountId, htmlDocument(2));
      const row = await house.reaches(renderId, 'COMPLETED');
      expect(row.pool).toBe('html');
      expect(row.doneFrames).toBe(60);
      const again = await house.render(accountId, htmlDocument(2));
      const second = await house.reaches(again, 'COMPLETED');
      expect(second.reusedSegments).toBe(second.totalSegments);
      expect(await frameOf(accountId)).toMatchObject({ timeSec: 0.5 });

      const drawn = await house.render(accountId, smallDocument(1));
      expect((await house.reaches(drawn, 'COMPLETED')).pool).toBe('cpu');
    },
    slow,
  );

  it.skipIf(missing)(
    'ends previews of pages that hang, and keeps them from those of others',
    async () => {
      const [crowding, other] = await Promise.all([house.account(), house.account()]);
      await frameOf(other);
      const picture = { media: {}, atSec: 0.5, image: 'png' as const, scale: 1, timeoutMs: 11_000 };
      const bad = hanging.map(([what, js]) =>
        house.client.requestFrame({ ...picture, accountId: crowding, document: scripted(js) }).then(
          () => `${what}: drawn`,
          (error: unknown) => `${what}: ${error}`,
        ),
      );
      const began = performance.now();
      const plain = house.client.requestFrame({ ...picture, accountId: other, document: smallDocument(1) });
      expect(await plain).toMatchObject({ timeSec: 0.5 });
      const plainMs = performance.now() - began;
      expect(await frameOf(other)).toMatchObject({ timeSec: 0.5 });
      const pageMs = performance.now() - began;
      const outcomes = await Promise.all(bad);
      console.info(
        `html: beside hanging pages a plain preview took ${Math.round(plainMs)} ms, one of a page ${Math.round(pageMs)} ms`,
      );
      for (const outcome of outcomes) expect(outcome).toMatch(/drawn|could not be rendered|one preview at a time/);
      expect(outcomes[0]).toMatch(/Clip badge .*did not answer within 5 s.*refused for 10 minutes/);
      const [, first = ''] = hanging[0] ?? [];
      const again = house.client.requestFrame({ ...picture, accountId: other, document: scripted(first) });
      await expect(again).rejects.toThrow(/clip badge is an html clip that was tried before: .*within 5 s/);
      // Nothing of theirs goes on: the next preview of that account comes at once.
      expect(await frameOf(crowding)).toMatchObject({ timeSec: 0.5 });
    },
    slow,
  );

  it.skipIf(missing)(
    'ends what nobody waits for any more, in the queue and where it runs',
    async () => {
      const picture = { media: {}, atSec: 0.5, image: 'png' as const, scale: 1, timeoutMs: 60_000 };
      const left = new AbortController();
      const asked = await Promise.all(
        [1, 2, 3].map(async (index) => {
          const accountId = await house.account();
          const document = scripted(`for (;;) ${index};`);
          const frame = house.client.requestFrame({ ...picture, accountId, document, signal: left.signal });
          return { frame: frame.catch((error: unknown) => String(error)) };
        }),
      );
      const taken = async () => (await readLeases(house.redis)).flatMap(({ running }) => running).length;
      const waiting = () => house.redis.zcard(`{fm}:${previewHtmlQueue}:prioritized`);
      await expect.poll(async () => [await taken(), await waiting()], { timeout: 30_000 }).toEqual([2, 1]);
      left.abort('gone');
      expect(await Promise.all(asked.map(({ frame }) => frame))).toEqual(['gone', 'gone', 'gone']);
      await expect.poll(waiting).toBe(0);
      // Their pages would hang for longer.
      await expect.poll(taken, { timeout: 4_000 }).toBe(0);
      expect(await frameOf(await house.account())).toMatchObject({ timeSec: 0.5 });
    },
    slow,
  );
});
