import type { Random } from '@framemill/scheduler/simulator';
import { type Attack, attacks } from './attacks.ts';
import type { Crowd, CrowdFigures } from './crowd.ts';
import { describeShares } from './processor-share.ts';

/** What the search found. */
export interface CrowdingFigures {
  readonly seed: number;
  readonly seconds: number;
  /** Each attack alone, the worst first. */
  readonly alone: readonly CrowdFigures[];
  /** Mixtures, the worst first. */
  readonly mixtures: readonly CrowdFigures[];
  /** The worst mixture once more, longer. */
  readonly worst: CrowdFigures;
  readonly peakMb: number;
}

/** How bad something is for others: 1 is what they are promised. */
export function badness({ guestP99Ms, loopP99Ms }: CrowdFigures): number {
  return Math.max(guestP99Ms / 100, loopP99Ms / 50);
}

/**
 * Looks for the mixture of calls of one account that is worst for another: each attack alone, then mixtures drawn from those
 * that were bad, half of them a known one with a part exchanged. A third of the time each, the last for the worst.
 */
export async function searchCrowding(
  crowd: Crowd,
  { seconds, seed, random, log }: { seconds: number; seed: number; random: Random; log: (line: string) => void },
): Promise<CrowdingFigures> {
  const aloneSec = Math.max(1, (seconds * 0.4) / attacks.length);
  log(line(await crowd.attack([], 0, aloneSec * 2, random)));
  const alone: { attack: Attack; figures: CrowdFigures }[] = [];
  for (const attack of attacks) {
    const figures = await crowd.attack([attack], 16, aloneSec, random);
    log(line(figures));
    alone.push({ attack, figures });
  }
  alone.sort((a, b) => badness(b.figures) - badness(a.figures));
  const bad = alone.slice(0, Math.ceil(alone.length / 3)).map(({ attack }) => attack);
  const mixtures: { parts: Attack[]; figures: CrowdFigures }[] = [];
  const until = performance.now() + seconds * 400;
  while (performance.now() < until) {
    const known = mixtures[Math.floor(random.next() * Math.min(3, mixtures.length))];
    const parts = known && random.next() < 0.5 ? exchanged(known.parts, bad, random) : drawn(bad, random);
    const figures = await crowd.attack(parts, 4 + Math.floor(random.next() * 60), Math.max(2, seconds / 60), random);
    log(line(figures));
    mixtures.push({ parts, figures });
    mixtures.sort((a, b) => badness(b.figures) - badness(a.figures));
  }
  const [first] = mixtures;
  const worst = await crowd.attack(first?.parts ?? bad, first?.figures.connections ?? 16, seconds * 0.2, random);
  log(line(worst));
  return {
    ...{ seed, seconds, worst, peakMb: crowd.peakMb() },
    alone: alone.map(({ figures }) => figures),
    mixtures: mixtures.map(({ figures }) => figures),
  };
}

function drawn(from: readonly Attack[], random: Random): Attack[] {
  const count = 2 + Math.floor(random.next() * 5);
  return Array.from({ length: count }, () => from[Math.floor(random.next() * from.length)]).filter(
    (attack) => attack !== undefined,
  );
}

function exchanged(parts: readonly Attack[], from: readonly Attack[], random: Random): Attack[] {
  const [other] = drawn(from, random);
  const place = Math.floor(random.next() * parts.length);
  return other ? parts.with(place, other) : [...parts];
}

function line({
  attacks: names,
  connections,
  calls,
  statuses,
  guestP50Ms,
  guestP99Ms,
  loopP99Ms,
  loopMaxMs,
  heldP99Ms,
  heldMaxMs,
  guestFailed,
  residentMb,
  shares,
}: CrowdFigures) {
  const answers = Object.entries(statuses).map(([status, count]) => `${count} x ${status}`);
  return (
    `crowding: guest p50 ${guestP50Ms.toFixed(0)} p99 ${guestP99Ms.toFixed(0)} ms (${guestFailed} failed), loop p99 ${loopP99Ms.toFixed(0)} max ${loopMaxMs.toFixed(0)} ms, own p99 <= ${heldP99Ms.toFixed(0)} max <= ${heldMaxMs.toFixed(0)} ms, ` +
    `${residentMb.toFixed(0)} MB; processors: ${describeShares(shares)}; ${connections} connections, ${calls} calls (${answers.join(', ')}): ${names.join(' + ')}`
  );
}
