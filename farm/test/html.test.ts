import { findBrowser } from '@framemill/compositor/chromium';
import { sheetLayout } from '@framemill/compositor/plan';
import { previewFrameJob, readLeases } from '@framemill/scheduler/protocol';
import { smallDocument } from '@framemill/testing/documents';
import { forSuite } from '@framemill/testing/for-suite';
import { pageAttacks } from '@framemill/testing/page-attacks';
import { openStack } from '@framemill/testing/stack';
import type { Document, Html } from '@framemill/timeline';
import { describe, expect, it } from 'vitest';

const missing = findBrowser() === null;
if (missing) console.warn('html: parts skipped, this machine has no Chromium');

/** Creates a document with one HTML clip that runs `js`. */
function scripted(js: string): Document {
  return withPage({ html: '<b>Bad</b>', js });
}

function withPage(html: Html): Document {
  const document = htmlDocument(1);
  return { ...document, clips: document.clips.map((clip) => ({ ...clip, html })) };
}

/**
 * Names of attacks by HTML clips that block a render process, each in a different way. `npm test` covers the first two,
 * `npm run test:chaos` all.
 */
const crowders: readonly string[] = [
  'an endless loop',
  'promises without end',
  'dialogs without end',
  'a form that sends itself',
  'a hook that is defined anew',
  'other messages',
  'a loop after its picture',
  'memory without end',
  'filters on filters',
];

/**
 * HTML pages whose scripts never end, with a description of each. Each uses 5 s of CPU time until it is stopped. `npm
 * test` covers the first one.
 */
const hanging: [what: string, js: string][] = [
  ['loops for ever', 'for (;;);'],
  ['leaves and loops', 'location.href = "about:blank"; for (;;);'],
  ['loops in promises', 'const again = () => Promise.resolve().then(again); again();'],
];

/** Creates a document of `seconds` whose clip `badge` is an HTML clip with a rotating text. */
function htmlDocument(seconds: number): Document {
  const document = smallDocument(seconds);
  const css =
    'b { display: block; font: 40px Inter; color: #fff; animation: turn 1s linear infinite } @keyframes turn { ' +
    'to { rotate: 1turn } }';
  const [shape] = document.clips;
  if (!shape) throw new Error('The small document has a clip.');
  const { shape: _, ...rest } = shape;
  return { ...document, clips: [{ ...rest, id: 'badge', type: 'html', html: { html: '<b>New</b>', css } }] };
}

describe('a farm with html clips', () => {
  const stack = forSuite(() => openStack({ scheduler: true }));

  const frameOf = async (accountId: string, atSec: number | number[] = 0.5) =>
    stack.client.requestFrame({
      ...{ accountId, document: htmlDocument(1), media: {}, atSec, image: 'png', scale: 1 },
      timeoutMs: 150_000,
    });

  it('fails such a render at once when no node has a browser, and gives the export back', async () => {
    await stack.farm(1, 'plain');
    const accountId = await stack.account();
    const renderId = await stack.render(accountId, htmlDocument(1));
    const row = await stack.reaches(renderId, 'FAILED');
    expect(row.errorMsg).toMatch(/^Clip badge is an html clip, but no running node can render html clips/);
    expect(await stack.outcomes(renderId)).toEqual([]);
    await expect(frameOf(accountId)).rejects.toThrow(/Clip badge is an html clip, but no running node/);
    const { exportsUsed } = await stack.database.client.account.findUniqueOrThrow({ where: { id: accountId } });
    expect(exportsUsed).toBe(0);
  });

  it.skipIf(missing)('gives it to a node that has one, and everything else to all', async () => {
    await stack.farm(1, 'browsing', { HTML_CLIPS: 'auto' });
    const leases = await readLeases(stack.redis);
    const [plain, browsing] = ['plain', 'browsing'].map((id) => leases.find(({ nodeId }) => nodeId === id));
    expect(Object.keys(plain?.engines ?? {})).toEqual(['cpu']);
    expect(Object.keys(browsing?.engines ?? {})).toEqual(['cpu', 'html']);
    expect(browsing?.engines.cpu).toBe(plain?.engines.cpu);

    const accountId = await stack.account();
    const renderId = await stack.render(accountId, htmlDocument(2));
    const row = await stack.reaches(renderId, 'COMPLETED');
    expect(row.pool).toBe('html');
    expect(row.doneFrames).toBe(60);
    const again = await stack.render(accountId, htmlDocument(2));
    const second = await stack.reaches(again, 'COMPLETED');
    expect(second.reusedSegments).toBe(second.totalSegments);
    expect(await frameOf(accountId)).toMatchObject({ timeSec: 0.5 });
    const { cells: _, label: __, ...size } = sheetLayout(3, { width: 160, height: 90 });
    expect(await frameOf(accountId, [0.1, 0.4, 0.7])).toMatchObject({ timeSec: 0.1, ...size });

    const drawn = await stack.render(accountId, smallDocument(1));
    expect((await stack.reaches(drawn, 'COMPLETED')).pool).toBe('cpu');
  });

  for (const pages of [hanging.slice(0, 1), hanging.slice(1)]) {
    const options = { tags: pages[0] === hanging[0] ? [] : 'full' };
    const title =
      `ends previews of a page that ${pages.map(([what]) => what).join(', of one that ')}, and keeps them from ` +
      'those of others';
    it.skipIf(missing)(title, options, async () => {
      const [crowding, other] = await Promise.all([stack.account(), stack.account()]);
      await frameOf(other);
      const rendered = { media: {}, atSec: 0.5, image: 'png' as const, scale: 1, timeoutMs: 150_000 };
      const bad = pages.map(([what, js]) =>
        stack.client.requestFrame({ ...rendered, accountId: crowding, document: scripted(js) }).then(
          () => `${what}: drawn`,
          (error: unknown) => `${what}: ${error}`,
        ),
      );
      const plain = stack.client.requestFrame({ ...rendered, accountId: other, document: smallDocument(1) });
      expect(await plain).toMatchObject({ timeSec: 0.5 });
      expect(await frameOf(other)).toMatchObject({ timeSec: 0.5 });
      const outcomes = await Promise.all(bad);
      for (const outcome of outcomes) expect(outcome).toMatch(/could not be rendered: .* its page/);
      const [first = ''] = outcomes;
      // A machine that has no processor for an endless loop cannot tell it from a page that waits: another try may draw
      // it.
      const isTooBusy = /little processor time/.test(first);
      if (isTooBusy) console.info('html: no look at what is refused, this machine is too busy for an endless loop');
      else {
        expect(first).toMatch(/Clip badge .*did not respond within 5 s of processor time.*try again in 10 minutes/);
        const sheet = { ...rendered, accountId: crowding, document: scripted(pages[0]?.[1] ?? ''), atSec: [0, 0.5] };
        await expect(stack.client.requestFrame(sheet)).rejects.toThrow(
          /^The contact sheet of 0, 0.5 s was not rendered because an earlier preview of .* badge failed: .*within 5 s/,
        );
      }
      // Nothing of theirs goes on: the next preview of that account comes at once.
      expect(await frameOf(crowding)).toMatchObject({ timeSec: 0.5 });
    });
  }

  for (const { name, page } of pageAttacks.filter((attack) => crowders.includes(attack.name))) {
    const options = { tags: crowders.indexOf(name) < 2 ? [] : 'full' };
    const title = `draws a page of one account beside five previews of another: ${name}`;
    it.skipIf(missing)(title, options, async () => {
      const [crowding, other] = await Promise.all([stack.account(), stack.account()]);
      const left = new AbortController();
      const rendered = { media: {}, atSec: 0.5, image: 'png' as const, scale: 1, timeoutMs: 150_000 };
      const bad = Array.from({ length: 5 }, (_, index) => {
        const document = withPage({ ...page, html: `${page.html}<!--${index}-->` });
        const asked = stack.client.requestFrame({ ...rendered, accountId: crowding, document, signal: left.signal });
        return asked.catch(() => undefined);
      });
      // A second look: the first may have come before them.
      for (const index of [1, 2]) {
        const document = withPage({ html: `<b>${name} ${index}</b>`, js: 'document.title' });
        const drawn = stack.client.requestFrame({ ...rendered, accountId: other, document });
        expect(await drawn).toMatchObject({ timeSec: 0.5 });
      }
      left.abort('gone');
      await Promise.all(bad);
    });
  }

  for (const { what, js, reason, tags } of [
    {
      what: 'leaves',
      js: 'document.open(); history.back(); location.reload(); history.go(0)',
      reason: /navigated to another page/,
      tags: [],
    },
    { what: 'loops', js: 'for (;;);', reason: /did not respond within 15 s of|little processor time/, tags: 'full' },
    {
      what: 'breaks what drives it',
      js: 'globalThis.Promise = class {}; Promise.prototype.then = () => {}',
      reason: /its page/,
      tags: 'full',
    },
    {
      what: 'wants too much memory',
      js: 'const all = []; for (;;) all.push(new Array(2 ** 24).fill(1.5))',
      reason: /memory limit of 2 GB/,
      tags: 'full',
    },
  ]) {
    const title = `says why it fails a render whose page ${what}, and gives the export back`;
    it.skipIf(missing)(title, { tags }, async () => {
      const accountId = await stack.account();
      const used = async () =>
        (await stack.database.client.account.findUniqueOrThrow({ where: { id: accountId } })).exportsUsed;
      const renderId = await stack.render(accountId, scripted(js));
      expect(await used()).toBe(1);
      const row = await stack.reaches(renderId, 'FAILED');
      expect(row.errorMsg).toContain('Clip badge ("clip") is an html clip: ');
      expect(row.errorMsg).toMatch(reason);
      expect(row.refunded).toBe(true);
      expect(await used()).toBe(0);
    });
  }

  it.skipIf(missing)('ends what nobody waits for any more, in the queue and where it runs', async () => {
    const rendered = { media: {}, atSec: 0.5, image: 'png' as const, scale: 1, timeoutMs: 150_000 };
    const left = new AbortController();
    const asked = await Promise.all(
      [1, 2, 3].map(async (index) => {
        const accountId = await stack.account();
        const document = scripted(`for (;;) ${index};`);
        const frame = stack.client.requestFrame({ ...rendered, accountId, document, signal: left.signal });
        return { frame: frame.catch((error: unknown) => String(error)) };
      }),
    );
    const taken = async () => (await readLeases(stack.redis)).flatMap(({ running }) => running).length;
    const waiting = () => stack.redis.zcard(`{fm}:${previewFrameJob.queues.html}:prioritized`);
    await expect.poll(async () => [await taken(), await waiting()]).toEqual([2, 1]);
    left.abort('gone');
    expect(await Promise.all(asked.map(({ frame }) => frame))).toEqual(['gone', 'gone', 'gone']);
    await expect.poll(waiting).toBe(0);
    await expect.poll(taken).toBe(0);
    expect(await frameOf(await stack.account())).toMatchObject({ timeSec: 0.5 });
  });
});
