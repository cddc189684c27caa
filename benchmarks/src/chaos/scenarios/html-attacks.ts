import { findBrowser } from '@framemill/compositor/browser';
import { type PageAttack, pageAttacks } from '@framemill/compositor/testing';
import { readLeases } from '@framemill/scheduler/protocol';
import { until } from '../../measure/until.ts';
import { pageDocument } from '../documents.ts';
import { areDrawn, askPreview, healthyPage, maxSec, previewOf, type TimedPreview } from '../previews.ts';
import type { ChaosStack } from '../stack/chaos-stack.ts';
import type { Row, Scenario } from './scenario.ts';

const limitSec = 5;
const atOnce = 5;
const samples = 2;

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
      log(
        `html-attacks: ${attack.name}: ${previews.map(({ sec, status }) => `${sec.toFixed(2)} s (${status})`).join(', ')}`,
      );
      beside.push({ name: attack.name, previews });
    }
    await stack.stopNodes([node]);

    const worst = beside.reduce((a, b) => (maxSec(b.previews) > maxSec(a.previews) ? b : a));
    const all = beside.flatMap(({ previews }) => previews).sort((a, b) => a.sec - b.sec);
    const medianSec = all[Math.floor(all.length / 2)]?.sec ?? 0;
    const row: Row = {
      promise: 'Hostile pages of any kind hold up nobody',
      figure: `${beside.length} kinds, ${atOnce} at once of each: a page of another account after ${maxSec(all).toFixed(2)} s at most (${worst.name}), ${medianSec.toFixed(2)} s in the median`,
      limit: `<= ${limitSec} s`,
      isTiming: true,
      ok: areDrawn(all) && maxSec(all) <= limitSec,
      values: { kinds: beside.length, maxSec: maxSec(all), medianSec },
    };
    return [row];
  },
};

/**
 * Returns the previews of another account while five previews of an attack are in progress. The attack's requests are
 * aborted afterwards.
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
  for (let index = 0; index < samples; index++) {
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
