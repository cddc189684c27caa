import { findBrowser } from '@framemill/compositor/browser';
import { readLeases } from '@framemill/scheduler/protocol';
import type { Html } from '@framemill/timeline';
import { until } from '../../measure/until.ts';
import { pageDocument, shapesDocument } from '../documents.ts';
import { areDrawn, askPreview, healthyPage, maxSec, previewOf, type TimedPreview } from '../previews.ts';
import type { ChaosAccount, ChaosStack } from '../stack/chaos-stack.ts';
import type { Row, Scenario } from './scenario.ts';

/** Pages that hang, each in a different way. */
const hanging: readonly Html[] = [
  { html: 'x', js: 'for (;;);' },
  { html: 'x', js: 'const more = () => Promise.resolve().then(more); more()' },
  { html: '<form action="/other"><input></form>', js: 'document.forms[0].submit()' },
  { html: 'x', js: 'Map.prototype.values = Array.prototype[Symbol.iterator] = () => { for (;;); }' },
  { html: 'x', js: 'for (;;) alert(1)' },
];
const warmLimitSec = 2;
const besideLimitSec = 5;
/** Maximum time for the API to answer a preview request, in seconds: its own limit plus a margin. */
const answerLimitSec = 47;
const samples = 5;

/**
 * Scenario: one account requests previews of five hanging pages while another one previews an HTML page and a video of
 * shapes.
 */
export const htmlPreviewsScenario: Scenario = {
  name: 'html-previews',
  nodes: 0,
  async run({ stack, log }) {
    if (findBrowser() === null) {
      log('html-previews: left out, this machine has no Chromium');
      return [];
    }
    const node = await stack.startBrowserNode(2);
    const guest = await stack.account();
    const cold = await askPreview(stack, guest, healthyPage(0));
    const warm: TimedPreview[] = [];
    for (let index = 1; index <= samples; index++) warm.push(await askPreview(stack, guest, healthyPage(index)));
    await askPreview(stack, guest, shapesDocument(2));

    const [crowding, other] = [await stack.account(), await stack.account()];
    const bad = hanging.map((html) => askPreview(stack, crowding, pageDocument(html)));
    await until('a page hangs', 20_000, async () => (await running(stack)) > 0, { everyMs: 20 });
    const beside: TimedPreview[] = [];
    for (const index of [11, 12]) beside.push(await askPreview(stack, other, healthyPage(index)));
    const plain = [
      await askPreview(stack, other, shapesDocument(3)),
      await askPreview(stack, other, shapesDocument(4)),
    ];
    const ended = await Promise.all(bad);
    const again = await askPreview(stack, crowding, pageDocument(hanging[0] ?? { html: '' }));
    const left = await leave(stack, await stack.account());
    const after = await askPreview(stack, crowding, healthyPage(13));
    await stack.stopNodes([node]);

    const reported = (all: readonly TimedPreview[]) =>
      all.map(({ sec, status }) => `${sec.toFixed(2)} s (${status})`).join(', ');
    log(
      `html-previews: cold ${reported([cold])}; warm ${reported(warm)}; hanging ${reported(ended)}; beside ${reported(beside)}`,
    );
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

/**
 * Requests a preview of a hanging page and closes the connection as soon as a node has the job. Returns the time in
 * seconds until no node has it any more.
 */
async function leave(stack: ChaosStack, account: ChaosAccount): Promise<number> {
  // Leases are up to a second old.
  await until('nodes are idle', 20_000, async () => (await running(stack)) === 0, { everyMs: 20 });
  const ask = await previewOf(stack, account, pageDocument({ html: 'left', js: 'for (;;) 1;' }));
  const caller = new AbortController();
  const asked = ask(caller.signal).catch(() => null);
  await until('the page is taken', 20_000, async () => (await running(stack)) > 0, { everyMs: 20 });
  caller.abort();
  const startedAt = performance.now();
  await asked;
  await until('the page has ended', 20_000, async () => (await running(stack)) === 0, { everyMs: 20 });
  return (performance.now() - startedAt) / 1_000;
}

/** Returns the number of jobs that the nodes' leases list. */
async function running(stack: ChaosStack): Promise<number> {
  return (await readLeases(stack.redis)).reduce((sum, lease) => sum + lease.running.length, 0);
}
