import { findBrowser } from '@framemill/compositor/browser';
import { readLeases } from '@framemill/scheduler/protocol';
import type { Html } from '@framemill/timeline';
import { until } from '../../measure/until.ts';
import { pageDocument, shapesDocument } from '../documents.ts';
import type { ChaosAccount, ChaosHouse } from '../house/chaos-house.ts';
import { areDrawn, askPreview, healthyPage, maxSec, previewOf, type TimedPreview } from '../previews.ts';
import type { Row, Scenario } from './scenario.ts';

/** Pages that never let go, each by other means. */
const hanging: readonly Html[] = [
  { html: 'x', js: 'for (;;);' },
  { html: 'x', js: 'const more = () => Promise.resolve().then(more); more()' },
  { html: '<form action="/other"><input></form>', js: 'document.forms[0].submit()' },
  { html: 'x', js: 'Map.prototype.values = Array.prototype[Symbol.iterator] = () => { for (;;); }' },
  { html: 'x', js: 'for (;;) alert(1)' },
];
const warmLimitSec = 2;
const besideLimitSec = 5;
/** What the API gives a preview, and a moment for its answer. */
const answerLimitSec = 22;
const samples = 5;

/** An account asks for previews of five pages that hang; another one looks at a page and at a film of shapes meanwhile. */
export const htmlPreviewsScenario: Scenario = {
  name: 'html-previews',
  nodes: 0,
  async run({ house, log }) {
    if (findBrowser() === null) {
      log('html-previews: left out, this machine has no Chromium');
      return [];
    }
    const node = await house.startBrowserNode(2);
    const guest = await house.account();
    const cold = await askPreview(house, guest, healthyPage(0));
    const warm: TimedPreview[] = [];
    for (let index = 1; index <= samples; index++) warm.push(await askPreview(house, guest, healthyPage(index)));
    await askPreview(house, guest, shapesDocument(2));

    const [crowding, other] = [await house.account(), await house.account()];
    const bad = hanging.map((html) => askPreview(house, crowding, pageDocument(html)));
    await until('a page hangs', 20_000, async () => (await running(house)) > 0, { everyMs: 20 });
    const beside: TimedPreview[] = [];
    for (const index of [11, 12]) beside.push(await askPreview(house, other, healthyPage(index)));
    const plain = [
      await askPreview(house, other, shapesDocument(3)),
      await askPreview(house, other, shapesDocument(4)),
    ];
    const ended = await Promise.all(bad);
    const again = await askPreview(house, crowding, pageDocument(hanging[0] ?? { html: '' }));
    const left = await leave(house, await house.account());
    const after = await askPreview(house, crowding, healthyPage(13));
    await house.stopNodes([node]);

    const told = (all: readonly TimedPreview[]) =>
      all.map(({ sec, status }) => `${sec.toFixed(2)} s (${status})`).join(', ');
    log(`html-previews: cold ${told([cold])}; warm ${told(warm)}; hanging ${told(ended)}; beside ${told(beside)}`);
    const rows: Row[] = [
      {
        promise: 'Previews of pages are quick',
        figure: `${maxSec(warm).toFixed(2)} s at most of ${samples} pages that were new each time; the first one of a node ${cold.sec.toFixed(2)} s`,
        limit: `<= ${warmLimitSec} s warm`,
        isTiming: true,
        ok: areDrawn([cold, ...warm]) && maxSec(warm) <= warmLimitSec,
        values: { coldSec: cold.sec, warmSec: maxSec(warm) },
      },
      {
        promise: 'Pages that hang hold up nobody',
        figure: `beside ${hanging.length} of another account: a page after ${maxSec(beside).toFixed(2)} s, shapes after ${maxSec(plain).toFixed(2)} s`,
        limit: `<= ${besideLimitSec} s a page, <= ${warmLimitSec} s shapes`,
        ok: areDrawn([...beside, ...plain]) && maxSec(beside) <= besideLimitSec && maxSec(plain) <= warmLimitSec,
        values: { pageSec: maxSec(beside), plainSec: maxSec(plain) },
      },
      {
        promise: 'Pages that hang are told of',
        figure: `all ${hanging.length} within ${maxSec(ended).toFixed(1)} s (${ended.map(({ status }) => status).join(', ')}); the first of them again after ${again.sec.toFixed(2)} s (${again.status}); then a page of the same account after ${after.sec.toFixed(2)} s`,
        limit: `502 or 503 within ${answerLimitSec} s; again: 502 within 1 s`,
        ok:
          ended.every(({ status }) => status === 502 || status === 503) &&
          maxSec(ended) <= answerLimitSec &&
          again.status === 502 &&
          again.sec <= 1 &&
          areDrawn([after]),
        values: { endedSec: maxSec(ended), againSec: again.sec, afterSec: after.sec },
      },
      {
        promise: 'Who leaves leaves no work',
        figure: `a page that hangs ended ${left.toFixed(2)} s after its caller had closed the connection`,
        limit: '<= 4 s (it would hang for 5 s)',
        ok: left <= 4,
        values: { leftSec: left },
      },
    ];
    return rows;
  },
};

/** Asks for a page that hangs, closes the connection as soon as a node has it; returns after how many seconds no node has it any more. */
async function leave(house: ChaosHouse, account: ChaosAccount): Promise<number> {
  // Leases are a second old.
  await until('nodes are idle', 20_000, async () => (await running(house)) === 0, { everyMs: 20 });
  const ask = await previewOf(house, account, pageDocument({ html: 'left', js: 'for (;;) 1;' }));
  const caller = new AbortController();
  const asked = ask(caller.signal).catch(() => null);
  await until('the page is taken', 20_000, async () => (await running(house)) > 0, { everyMs: 20 });
  caller.abort();
  const startedAt = performance.now();
  await asked;
  await until('the page has ended', 20_000, async () => (await running(house)) === 0, { everyMs: 20 });
  return (performance.now() - startedAt) / 1_000;
}

/** Jobs that nodes say they have. */
async function running(house: ChaosHouse): Promise<number> {
  return (await readLeases(house.redis)).reduce((sum, lease) => sum + lease.running.length, 0);
}
