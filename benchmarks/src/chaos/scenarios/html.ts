import { findBrowser } from '@framemill/compositor/chromium';
import { readLeases } from '@framemill/scheduler/protocol';
import { type PageAttack, pageAttacks } from '@framemill/testing/page-attacks';
import type { Document, Html } from '@framemill/timeline';
import { until } from '../../measure/until.ts';
import { pageDocument, shapesDocument } from '../documents.ts';
import { storeProject } from '../renders.ts';
import type { ChaosAccount, ChaosStack } from '../stack/chaos-stack.ts';
import type { Row, Scenario } from './scenario.ts';

/** Response to a preview request, with its duration. */
interface TimedPreview {
  readonly status: number;
  readonly sec: number;
}

/** Returns a document with a harmless animated page with a script. Documents for different `name` values differ. */
function healthyPage(name: number | string): Document {
  const css =
    'b { font-size: 60px; color: #fff; animation: turn 1s linear infinite } @keyframes turn { to { rotate: 1turn } }';
  return pageDocument({ html: `<b>Offer ${name}</b>`, css, js: "document.body.append('!')" });
}

/** Requests a preview frame and measures the time until the response, as an interactive user would experience it. */
async function askPreview(stack: ChaosStack, account: ChaosAccount, document: Document): Promise<TimedPreview> {
  const ask = await previewOf(stack, account, document);
  const startedAt = performance.now();
  const { status, body } = await ask();
  await body?.cancel();
  return { status, sec: (performance.now() - startedAt) / 1_000 };
}

/** Stores a document as a project and returns a function that requests a preview frame of it. */
async function previewOf(
  { apiHost, database }: ChaosStack,
  { accountId, key }: ChaosAccount,
  document: Document,
): Promise<(signal?: AbortSignal) => Promise<Response>> {
  const id = await storeProject(database, accountId, document);
  const headers = { authorization: `Bearer ${key}` };
  return (signal) =>
    fetch(`${apiHost}/v1/projects/${id}/preview?format=image&at=0.5`, { headers, ...(signal && { signal }) });
}

/** Returns the longest duration of the previews, in seconds. */
function maxSec(previews: readonly TimedPreview[]): number {
  return Math.max(...previews.map(({ sec }) => sec));
}

/** Whether every preview was answered with an image. */
function areDrawn(previews: readonly TimedPreview[]): boolean {
  return previews.every(({ status }) => status === 200);
}

/** HTML pages that never finish loading or computing, each in a different way. */
const hanging: readonly Html[] = [
  { html: 'x', js: 'for (;;);' },
  { html: 'x', js: 'const more = () => Promise.resolve().then(more); more()' },
  { html: '<form action="/other"><input></form>', js: 'document.forms[0].submit()' },
  { html: 'x', js: 'Map.prototype.values = Array.prototype[Symbol.iterator] = () => { for (;;); }' },
  { html: 'x', js: 'for (;;) alert(1)' },
];
const warmLimitSec = 2;
const besideLimitSec = 5;
/** Maximum time in seconds for the API to answer a preview request: the API's own timeout plus a margin. */
const answerLimitSec = 47;
const samples = 5;

/**
 * Scenario: one account requests previews of five hanging pages while another account requests previews of an HTML page
 * and of a video of shapes.
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
      `html-previews: cold ${reported([cold])}; warm ${reported(warm)}; hanging ${reported(ended)}; beside ` +
        `${reported(beside)}`,
    );
    const rows: Row[] = [
      {
        promise: 'Previews of pages are quick',
        figure:
          `${maxSec(warm).toFixed(2)} s at most of ${samples} pages that were new each time; the first one of a ` +
          `node ${cold.sec.toFixed(2)} s`,
        limit: `<= ${warmLimitSec} s warm`,
        isTiming: true,
        ok: areDrawn([cold, ...warm]) && maxSec(warm) <= warmLimitSec,
        values: { coldSec: cold.sec, warmSec: maxSec(warm) },
      },
      {
        promise: 'Pages that hang hold up nobody',
        figure:
          `beside ${hanging.length} of another account: a page after ${maxSec(beside).toFixed(2)} s, shapes after ` +
          `${maxSec(plain).toFixed(2)} s`,
        limit: `<= ${besideLimitSec} s a page, <= ${warmLimitSec} s shapes`,
        ok: areDrawn([...beside, ...plain]) && maxSec(beside) <= besideLimitSec && maxSec(plain) <= warmLimitSec,
        values: { pageSec: maxSec(beside), plainSec: maxSec(plain) },
      },
      {
        promise: 'Pages that hang are told of',
        figure:
          `all ${hanging.length} within ${maxSec(ended).toFixed(1)} s ` +
          `(${ended.map(({ status }) => status).join(', ')}); the first of them again after ` +
          `${again.sec.toFixed(2)} s (${again.status}); then a page of the same account after ` +
          `${after.sec.toFixed(2)} s`,
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
 * seconds until no node has the job any more.
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

const limitSec = 5;
const atOnce = 5;
const attackSamples = 2;

/**
 * Scenario: for each kind of hostile page, one account requests five previews at once while another account requests
 * previews of harmless pages.
 */
export const htmlAttacksScenario: Scenario = {
  name: 'html-attacks',
  nodes: 0,
  async run({ stack, log }) {
    if (findBrowser() === null) {
      log('html-attacks: left out, this machine has no Chromium');
      return [];
    }
    const node = await stack.startBrowserNode(2);
    await askPreview(stack, await stack.account(), healthyPage('first'));
    const beside: { name: string; previews: TimedPreview[] }[] = [];
    for (const attack of pageAttacks) {
      const previews = await lookBeside(stack, attack);
      const shown = previews.map(({ sec, status }) => `${sec.toFixed(2)} s (${status})`).join(', ');
      log(`html-attacks: ${attack.name}: ${shown}`);
      beside.push({ name: attack.name, previews });
    }
    await stack.stopNodes([node]);

    const worst = beside.reduce((a, b) => (maxSec(b.previews) > maxSec(a.previews) ? b : a));
    const all = beside.flatMap(({ previews }) => previews).sort((a, b) => a.sec - b.sec);
    const medianSec = all[Math.floor(all.length / 2)]?.sec ?? 0;
    const row: Row = {
      promise: 'Hostile pages of any kind hold up nobody',
      figure:
        `${beside.length} kinds, ${atOnce} at once of each: a page of another account after ` +
        `${maxSec(all).toFixed(2)} s at most (${worst.name}), ${medianSec.toFixed(2)} s in the median`,
      limit: `<= ${limitSec} s`,
      isTiming: true,
      ok: areDrawn(all) && maxSec(all) <= limitSec,
      values: { kinds: beside.length, maxSec: maxSec(all), medianSec },
    };
    return [row];
  },
};

/**
 * Returns the previews that another account gets while five previews of an attack are in progress. Then aborts the
 * attack's requests.
 */
async function lookBeside(stack: ChaosStack, { name, page }: PageAttack): Promise<TimedPreview[]> {
  const [crowding, other] = [await stack.account(), await stack.account()];
  const caller = new AbortController();
  // Every page is different: a page that was refused before would not occupy a slot.
  const asks = await Promise.all(
    Array.from({ length: atOnce }, (_, index) =>
      previewOf(stack, crowding, pageDocument({ ...page, html: `${page.html}<!--${index}-->` })),
    ),
  );
  const asked = asks.map(async (ask) => (await ask(caller.signal).catch(() => null))?.body?.cancel());
  const previews: TimedPreview[] = [];
  for (let index = 0; index < attackSamples; index++) {
    previews.push(await askPreview(stack, other, healthyPage(`${name} ${index}`)));
  }
  caller.abort();
  await Promise.all(asked);
  await until('nodes are idle', 20_000, async () => {
    const leases = await readLeases(stack.redis);
    return leases.every(({ running }) => running.length === 0);
  });
  return previews;
}
