import type { Random } from '@framemill/scheduler/simulator';
import { type Attack, isReached } from './attack.ts';
import { type Bar, badness, barsOf, barsOfRun, describeBar, isReachedBar, lastSec } from './bars.ts';
import type { Crowd, CrowdFigures } from './crowd.ts';
import type { MemoryWatch } from './crowded-service.ts';
import { describeShares } from './processor-share.ts';

/** Smallest set of attacks found that exceeds one of the service's limits. */
export interface Finding {
  /** Name of the attack, or names of several that exceed a limit only together. */
  readonly attack: string;
  /** Time in seconds after the start of the search when the set of attacks was found. */
  readonly afterSec: number;
  readonly missed: readonly Bar[];
}

/** Figures of a measurement period, without the individual times and outcomes. */
export type WindowFigures = Omit<CrowdFigures, 'meMs' | 'statuses'>;

/** Results of a search for attacks by which one account can affect another. */
export interface CrowdingFigures {
  readonly seed: number;
  readonly seconds: number;
  readonly control: WindowFigures;
  /** Figures of all measurement periods, worst first. */
  readonly windows: readonly WindowFigures[];
  readonly findings: readonly Finding[];
  readonly bars: readonly Bar[];
  /** Numbers of outcomes by attack, over the whole run. */
  readonly answers: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Names of attacks whose requests were all refused, so that they had no effect. */
  readonly unreached: readonly string[];
  readonly peakMb: number;
  /** Growth of the API process during attacks, in MB: see `MemoryWatch.growthMb`. */
  readonly attackedGrowthMb: number;
}

/** Options of a search. */
export interface SearchOptions {
  readonly seconds: number;
  readonly seed: number;
  readonly random: Random;
  log(line: string): void;
  /** Whether the search may end because the attack of this name was found. By default the search uses all its time. */
  readonly until?: (attack: string) => boolean;
  /** Resident memory of the API process. */
  readonly memory: Pick<MemoryWatch, 'growthMb' | 'retainedMb'>;
}

/** Attacks that exceeded a limit together and still have to be tested separately. */
interface Suspects {
  readonly attacks: readonly Attack[];
  readonly figures: CrowdFigures;
}

const controlSec = (seconds: number) => Math.min(40, Math.max(12, seconds / 10));
/** Returns the duration in seconds of a period without attacks, after which the memory of the API is read. */
const restSec = (seconds: number) => Math.min(20, Math.max(1, seconds / 20));
const windowSec = (seconds: number) => Math.min(10, Math.max(4, seconds / 12));
/** Fraction of the search time in which each attack is run once. */
const dealt = 0.5;

/**
 * Searches for ways in which one account can affect another. First runs all attacks once, several in a measurement
 * period. Then halves the sets of attacks that exceeded a limit, worst first. Each half is run again and, if it exceeds
 * a limit too, is halved in turn, until a single attack is left. Uses the remaining time for mixtures of attacks, about
 * half of which are from the worst periods.
 */
export async function searchCrowding(
  crowd: Crowd,
  attacks: readonly Attack[],
  { seconds, seed, random, log, until = () => false, memory }: SearchOptions,
): Promise<CrowdingFigures> {
  log(`isolation: seed ${seed}, ${attacks.length} attacks, ${seconds} s; first ${controlSec(seconds)} s alone`);
  await crowd.attack([], controlSec(seconds) / 3, random);
  const control = await crowd.attack([], controlSec(seconds), random);
  log(line('alone', control, control));
  const once = await crowd.sendEach(attacks, random);
  const refused = attacks.filter((attack) => !isReached(attack, once[attack.name] ?? {}));
  log(`isolation: each attack was sent once; refused: ${refused.length === 0 ? 'none' : ''}`);
  for (const { name } of refused) log(`isolation:   ${name}: ${Object.keys(once[name] ?? {}).join()}`);
  const beganAt = performance.now();
  const elapsed = () => (performance.now() - beganAt) / 1_000;
  const windows: CrowdFigures[] = [];
  const found: CrowdFigures[] = [];
  const findings: Finding[] = [];
  const queue: Suspects[] = [];
  const length = windowSec(seconds);
  let isFound = false;
  let restedMb: number | null = null;
  const rest = async (): Promise<number> => {
    await crowd.attack([], restSec(seconds), random);
    const retainedMb = await memory.retainedMb();
    log(`isolation: ${elapsed().toFixed(0)} s, without attacks: ${retainedMb.toFixed(0)} MB`);
    return retainedMb;
  };
  const goesOn = () => elapsed() < seconds && !isFound;
  const run = async (some: readonly Attack[], what: string): Promise<CrowdFigures> => {
    if (elapsed() >= seconds - lastSec) restedMb ??= await rest();
    const figures = await crowd.attack(some, length, random);
    windows.push(figures);
    log(line(`${elapsed().toFixed(0)} s, ${what}`, figures, control));
    return figures;
  };
  const suspect = (some: readonly Attack[], figures: CrowdFigures) => {
    if (!isCalm(figures)) queue.push({ attacks: some, figures });
  };

  const hands = dealtHands(attacks, Math.max(1, Math.floor((seconds * dealt) / (length * 1.2))), random);
  for (const [n, hand] of hands.entries()) {
    if (goesOn()) suspect(hand, await run(hand, `hand ${n + 1} of ${hands.length}`));
  }
  while (goesOn()) {
    queue.sort((a, b) => badness(b.figures, control) - badness(a.figures, control));
    const next = queue.shift();
    if (next) await halve(next);
    else {
      const mixed = mixture(attacks, windows, control, random);
      suspect(mixed, await run(mixed, 'mixture'));
    }
  }
  const attackedGrowthMb = memory.growthMb(lastSec);
  const growthMb = restedMb === null || isFound ? 0 : (await rest()) - restedMb;
  return figuresOf();

  async function halve({ attacks: some, figures: before }: Suspects): Promise<void> {
    const middle = Math.ceil(some.length / 2);
    const halves = some.length === 1 ? [] : [some.slice(0, middle), some.slice(middle)];
    let bad = 0;
    for (const half of halves) {
      // Windows that could not be repeated for lack of time count with their first figures.
      if (!goesOn()) return void queue.push({ attacks: some, figures: before });
      const figures = await run(half, `half of ${some.length}`);
      if (isCalm(figures)) continue;
      bad += 1;
      if (half.length === 1) name(half, figures);
      else suspect(half, figures);
    }
    if (bad > 0 || !goesOn()) return;
    const again = await run(some, `${some.length} again`);
    if (!isCalm(again)) name(some, again);
  }

  function name(some: readonly Attack[], figures: CrowdFigures): void {
    const attack = some.map((one) => one.name).join(' + ');
    const missed = barsOf(figures, control).filter((bar) => !isReachedBar(bar));
    found.push(figures);
    findings.push({ attack, afterSec: elapsed(), missed });
    log(`isolation: FOUND after ${elapsed().toFixed(0)} s, by ${attack}: ${missed.map(describeBar).join('; ')}`);
    isFound ||= until(attack);
  }

  function figuresOf(): CrowdingFigures {
    const answers = sumOf([{ statuses: once }, ...windows]);
    // A window that missed a bar counts only if it missed it twice or could not be repeated: one slow moment of the
    // machine must not count.
    const counted = [...windows.filter(isCalm), ...found, ...queue.map(({ figures }) => figures)];
    return {
      ...{ seed, seconds, control: summary(control), findings, answers, peakMb: crowd.peakMb(), attackedGrowthMb },
      bars: barsOfRun(control, windows, counted, growthMb),
      windows: windows.sort((a, b) => badness(b, control) - badness(a, control)).map(summary),
      unreached: attacks
        .filter((attack) => answers[attack.name] && !isReached(attack, answers[attack.name] ?? {}))
        .map((attack) => attack.name),
    };
  }

  function isCalm(figures: CrowdFigures): boolean {
    return badness(figures, control) <= 1;
  }
}

/** Shuffles the attacks with the seed and divides them into `hands` groups, one for each measurement period. */
export function dealtHands(attacks: readonly Attack[], hands: number, random: Random): Attack[][] {
  const deck = [...attacks];
  for (let n = deck.length - 1; n > 0; n--) {
    const other = Math.floor(random.next() * (n + 1));
    const [a, b] = [deck[n], deck[other]];
    if (a && b) [deck[n], deck[other]] = [b, a];
  }
  const each = Math.ceil(deck.length / hands);
  return Array.from({ length: Math.ceil(deck.length / each) }, (_, n) => deck.slice(n * each, (n + 1) * each));
}

/**
 * Returns a mixture of up to six attacks for one measurement period. About half of them are from the worst third of the
 * earlier periods.
 */
function mixture(
  attacks: readonly Attack[],
  windows: readonly CrowdFigures[],
  control: CrowdFigures,
  random: Random,
): Attack[] {
  const sorted = [...windows].sort((a, b) => badness(b, control) - badness(a, control));
  const names = new Set(sorted.slice(0, Math.ceil(sorted.length / 3)).flatMap((figures) => figures.attacks));
  const bad = attacks.filter((attack) => names.has(attack.name));
  const pick = (from: readonly Attack[]) => from[Math.floor(random.next() * from.length)];
  const count = 2 + Math.floor(random.next() * 5);
  const picked = Array.from({ length: count }, () => pick(random.next() < 0.5 ? bad : attacks) ?? pick(attacks));
  return [...new Set(picked.filter((attack) => attack !== undefined))];
}

function summary({ meMs: _, statuses: __, ...figures }: CrowdFigures): WindowFigures {
  return figures;
}

function sumOf(windows: readonly Pick<CrowdFigures, 'statuses'>[]): Record<string, Record<string, number>> {
  const sum: Record<string, Record<string, number>> = {};
  for (const { statuses } of windows) {
    for (const [attack, counts] of Object.entries(statuses)) {
      const mine = sum[attack] ?? {};
      for (const [status, count] of Object.entries(counts)) mine[status] = (mine[status] ?? 0) + count;
      sum[attack] = mine;
    }
  }
  return sum;
}

function line(what: string, figures: CrowdFigures, control: CrowdFigures): string {
  const { attacks, suspect, calls, meP50Ms, loopP99Ms, heldP99Ms, residentMb, ownMb, shares } = figures;
  const missed = barsOf(figures, control).filter((bar) => !isReachedBar(bar));
  const bars = barsOf(figures, control).map(({ measured, unit }) => `${measured.toFixed(0)} ${unit}`);
  const shown = attacks.length <= 4 ? attacks.join(' + ') : `${attacks.length} attacks`;
  return (
    `isolation: ${what}: ${missed.length === 0 ? 'ok' : `MISSED ${missed.map(describeBar).join('; ')}`}; ` +
    `me p50 ${meP50Ms.toFixed(0)}, bars ${bars.join(', ')}; loop p99 ${loopP99Ms.toFixed(0)} ms, own p99 <= ` +
    `${heldP99Ms.toFixed(0)} ms, ${residentMb.toFixed(0)} MB (${ownMb.toFixed(0)} own); ` +
    `${describeShares(shares)}; ${calls} calls: ${shown}${suspect === null ? '' : `; worst: ${suspect}`}` +
    figures.failures.map((failure) => `; ${failure}`).join('')
  );
}
