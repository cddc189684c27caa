import type { Database, Redis } from '@framemill/infra';
import type { AdditionalOutput } from '../admission/output-requests.ts';
import {
  type AppliedOptions,
  type PrepareDeps,
  type PreparedRender,
  planOf,
  prepareRender,
  type RenderOrder,
} from '../admission/prepare-render.ts';
import { type Plan, weightOf } from '../plans/index.ts';
import {
  chooseEngine,
  type Engine,
  explainRoute,
  routedEffectMs,
  routeRender,
  slotsByFingerprint,
} from '../policy/choose-engine.ts';
import { type Film, planVideo, type VideoPlan } from '../policy/plan-video.ts';
import { factsOf, type NodeLease, type Pool, readLeases } from '../protocol/index.ts';
import { type Allowance, allowanceFor, renderFiles } from './allowance.ts';
import { expectedSeconds, measuredPace, type OpenFilm, type PaceBasis } from './measured-pace.ts';

/** Estimate of the work and time of a render or a batch at this moment. Nothing was queued or charged for it. */
export interface Quote {
  readonly renders: number;
  /** Total duration of all videos in seconds; additional outputs of one video are not counted. */
  readonly durationSec: number;
  /** Frame counts of all output files. */
  readonly frames: { readonly total: number; readonly toRender: number };
  /**
   * Segment counts of all output files. `reused` counts segments that the account has already stored, or that have the
   * same content as another segment.
   */
  readonly segments: { readonly total: number; readonly toRender: number; readonly reused: number };
  /** Time from the request to the last file, in seconds; null: no live node can render it. */
  readonly expectedSeconds: number | null;
  /** Part of `expectedSeconds` in which earlier renders of the account are completed. */
  readonly waitSeconds: number | null;
  /** Sum of the time in seconds for which the slots are used; null: no live node can render it. */
  readonly slotSeconds: number | null;
  readonly measuredBy: PaceBasis;
  readonly pool: Pool;
  /** Reason for the choice of the pool, as a sentence for users; null: no live node can render it. */
  readonly poolReason: string | null;
  /** Number of slots of the live nodes that could work on the render. */
  readonly slots: number;
  readonly allowance: Allowance;
}

/** Dependencies that quotes read. */
export interface QuoteDeps extends PrepareDeps {
  readonly redis: Redis;
}

/** Render for which a quote is requested. */
export interface QuoteOrder extends RenderOrder {
  /** Additional output files of the same render. */
  readonly outputs?: readonly AdditionalOutput[];
}

/**
 * Estimates the work and time of a render now, with all its output files. Throws `not_found` and `invalid_request` as
 * its admission does.
 */
export async function quoteRender(
  deps: QuoteDeps,
  order: QuoteOrder,
): Promise<{ quote: Quote; applied: AppliedOptions }> {
  const plan = await planOf(deps, order.accountId);
  const prepared = await prepareRender(deps, order, plan);
  const files = renderFiles(prepared, plan, order.outputs);
  return { quote: await quoteFilms(deps, order, plan, [files], false), applied: prepared.applied };
}

/**
 * Estimates several renders of one project. Each element of `renders` lists the output files of one render, its main
 * output file first. `renders` must not be empty, and all renders use the pool of the first one. With `waits`, the
 * renders wait for free slots like the items of a batch, instead of being refused.
 */
export async function quoteFilms(
  deps: QuoteDeps,
  order: RenderOrder,
  plan: Plan,
  renders: readonly (readonly PreparedRender[])[],
  waits: boolean,
): Promise<Quote> {
  const prepared = renders.flat();
  const films = prepared.map(filmOf);
  const isFurther = renders.flatMap((files) => files.map((_, position) => position > 0));
  const leases = await readLeases(deps.redis);
  const route = routeOf(prepared[0], films[0], leases);
  const engine = route?.engine ?? null;
  // Without a node there is no engine, and so no content key under which a stored segment could be found.
  const plans = films.map((film) => planVideo(film, engine ?? { fingerprint: 'none', copies: false, smart: false }));
  const stored = engine === null ? new Set<string>() : await storedKeys(deps, order.accountId, plans);
  const open = openWork(films, plans, stored).map((film, n) => ({ ...film, follows: isFurther[n] === true }));
  const total = plans.reduce((sum, { segments }) => sum + segments.length, 0);
  const toRender = open.reduce((sum, { costsMs }) => sum + costsMs.length, 0);
  const pool = engine?.pool ?? prepared[0]?.pool ?? 'cpu';
  return {
    renders: renders.length,
    durationSec: renders.reduce((sum, [own]) => sum + (own ? lengthOf(filmOf(own), own.totalFrames) : 0), 0),
    frames: {
      total: plans.reduce((sum, { totalFrames }) => sum + totalFrames, 0),
      toRender: open.reduce((sum, { frames }) => sum + frames, 0),
    },
    segments: { total, toRender, reused: total - toRender },
    ...(await timeOf(deps, order, { plan, engine, leases, open })),
    pool,
    poolReason: route?.why ?? null,
    allowance: await allowanceFor(deps.database, order.accountId, plan, renders.length, waits),
  };
}

async function timeOf(
  deps: QuoteDeps,
  order: RenderOrder,
  work: { plan: Plan; engine: Engine | null; leases: readonly NodeLease[]; open: readonly OpenFilm[] },
): Promise<Pick<Quote, 'expectedSeconds' | 'waitSeconds' | 'slotSeconds' | 'measuredBy' | 'slots'>> {
  const { engine, leases } = work;
  if (engine === null) {
    return { expectedSeconds: null, waitSeconds: null, slotSeconds: null, measuredBy: 'none', slots: 0 };
  }
  const slots = slotsByFingerprint(leases, engine.pool).get(engine.fingerprint) ?? 0;
  const { accountId, projectId, format, quality } = order;
  const pace = await measuredPace(deps, { accountId, projectId, format, quality, engine, leases });
  const asked = { accountId, weight: weightOf(work.plan), pool: engine.pool };
  const { ownCostMs, share } = await workAhead(deps.database, asked);
  const mine = Math.max(1, Math.round(slots * share));
  const waitSeconds = (ownCostMs * pace.factor) / 1_000 / mine;
  const { seconds, slotSeconds } = expectedSeconds(work.open, pace, mine, waitSeconds);
  const [expected, wait, busy] = [seconds, waitSeconds, slotSeconds].map(rounded);
  return {
    expectedSeconds: expected ?? 0,
    waitSeconds: wait ?? 0,
    slotSeconds: busy ?? 0,
    measuredBy: pace.basis,
    slots,
  };
}

const rounded = (seconds: number) => Math.round(seconds * 100) / 100;

function filmOf({ document, profile, media }: PreparedRender): Film {
  return { document, profile, facts: factsOf(media) };
}

function routeOf(
  prepared: PreparedRender | undefined,
  film: Film | undefined,
  leases: readonly NodeLease[],
): { engine: Engine; why: string } | null {
  if (!prepared || !film) return null;
  if (prepared.pool === 'html') {
    const html = chooseEngine(leases, 'html');
    return html && { engine: html, why: explainRoute('pages', 0) };
  }
  const plain = { cpu: chooseEngine(leases, 'cpu'), gpu: chooseEngine(leases, 'gpu') };
  const effectMs = routedEffectMs(film.document, film.profile);
  const route = routeRender(effectMs, plain);
  return route && { engine: route.engine, why: explainRoute(route.reason, effectMs) };
}

async function storedKeys(deps: QuoteDeps, accountId: string, plans: readonly VideoPlan[]): Promise<Set<string>> {
  const keys = new Set(
    plans.flatMap(({ segments, audio }) => [
      ...segments.map(({ contentKey }) => contentKey),
      ...(audio === null ? [] : [audio]),
    ]),
  );
  const rows = await deps.database.client.artifact.findMany({
    where: { accountId, contentKey: { in: [...keys] } },
    select: { contentKey: true },
  });
  return new Set(rows.map(({ contentKey }) => contentKey));
}

/**
 * Computes the open work of each video. Segments and audio mixes that are already stored are not counted; those that
 * several of the videos share are counted once.
 */
function openWork(
  films: readonly Film[],
  plans: readonly VideoPlan[],
  stored: ReadonlySet<string>,
): (Omit<OpenFilm, 'follows'> & { frames: number })[] {
  const made = new Set(stored);
  const isNew = (key: string) => !made.has(key) && made.add(key).has(key);
  return plans.map(({ segments, audio, totalFrames }, n) => {
    const missing = segments.filter(({ contentKey }) => isNew(contentKey));
    const film = films[n];
    return {
      costsMs: missing.map(({ costMs }) => costMs),
      frames: missing.reduce((sum, { startFrame, endFrame }) => sum + endFrame - startFrame, 0),
      mixSec: audio !== null && film && isNew(audio) ? lengthOf(film, totalFrames) : null,
      totalFrames,
    };
  });
}

function lengthOf({ profile: { rate } }: Film, frames: number): number {
  return (frames * rate.den) / rate.num;
}

/** Work in a pool that competes with an account's new work for slots. */
export interface WorkAhead {
  /** Estimated cost of the account's own unfinished work: milliseconds of one thread, from the compositor. */
  readonly ownCostMs: number;
  /** Account's share of the slots while other accounts have work, 0-1. */
  readonly share: number;
}

interface OpenWork {
  accountId: string;
  weight: number;
  cost: number;
}

/** Reads the open work in a pool. The account's own work runs first; other accounts get their shares by weight. */
async function workAhead(
  { client }: Database,
  { accountId, weight, pool }: { accountId: string; weight: number; pool: string },
): Promise<WorkAhead> {
  const open = await client.$queryRaw<OpenWork[]>`
    SELECT r."accountId", max(r.weight) AS weight, coalesce(sum(s."costMs"), 0)::float8 AS cost
    FROM "Render" r LEFT JOIN "RenderSegment" s ON s."renderId" = r.id AND s.sha256 IS NULL
    WHERE r.status IN ('PENDING', 'PROCESSING') AND r.pool = ${pool}
    GROUP BY r."accountId"`;
  const others = open.filter((work) => work.accountId !== accountId);
  const weights = others.reduce((sum, work) => sum + work.weight, 0);
  const own = open.find((work) => work.accountId === accountId);
  return { ownCostMs: own?.cost ?? 0, share: weight / (weight + weights) };
}
