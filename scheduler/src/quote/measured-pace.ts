import type { Database, Redis } from '@framemill/infra';
import { readNodeSpeed } from '../node-speeds.ts';
import type { Engine } from '../policy/choose-engine.ts';
import type { NodeLease } from '../protocol/index.ts';

/**
 * Source of a measured speed. `project`: earlier renders of the same project; `nodes`: the live nodes; `engine`: any
 * renders with the same engine (render program version and machine type); `none`: nothing has been measured yet.
 */
export type PaceBasis = 'project' | 'nodes' | 'engine' | 'none';

/** Current speed of the farm for one kind of render. Times are in seconds. */
export interface Pace {
  readonly basis: PaceBasis;
  /** Measured time of one slot divided by the compositor's estimate. */
  readonly factor: number;
  /** Time from a request to the start of its first range, in seconds. */
  readonly beginSec: number;
  /**
   * Time of the audio mix in seconds, as a linear function of the video's duration in seconds. `stitch`: time of the
   * mux, as a linear function of the number of frames.
   */
  readonly mix: StraightLine;
  readonly stitch: StraightLine;
}

/** Dependencies for measuring the pace of a farm. */
export interface PaceDeps {
  readonly database: Database;
  readonly redis: Redis;
}

/** Kind of render whose pace is measured. */
export interface PaceQuestion {
  readonly accountId: string;
  readonly projectId: string;
  readonly format: string;
  readonly quality: string;
  readonly engine: Engine;
  /** Leases of the live nodes. */
  readonly leases: readonly NodeLease[];
}

// Used until something was measured: one core of 2023.
const assumed = { beginSec: 0.2, mix: { base: 0.2, slope: 0.02 }, stitch: { base: 0.3, slope: 0.0005 } };
/** Number of renders of a project, and of an engine, over which speeds are averaged. */
const ofProject = 5;
const ofEngine = 40;
/** Maximum number of newest renders of all engines among which the renders of one engine are searched. */
const lookedAt = 400;

/** Returns the speed at which the farm is expected to do one kind of render, from recent measurements (`PaceBasis`). */
export async function measuredPace(deps: PaceDeps, question: PaceQuestion): Promise<Pace> {
  const [speed, steps] = await Promise.all([measuredSpeed(deps, question), recentSteps(deps, question.engine)]);
  const points = (name: 'mix' | 'stitch', by: 'seconds' | 'frames') =>
    steps.flatMap((step) => (step[name] === null ? [] : [{ x: step[by], y: step[name] }]));
  const begins = steps.flatMap(({ begin }) => (begin === null ? [] : [begin])).sort((a, b) => a - b);
  return {
    ...speed,
    // The lower quartile: renders that waited for others do not show the time to begin.
    beginSec: begins[begins.length >> 2] ?? assumed.beginSec,
    mix: straightLine(points('mix', 'seconds')) ?? assumed.mix,
    stitch: straightLine(points('stitch', 'frames')) ?? assumed.stitch,
  };
}

async function measuredSpeed(deps: PaceDeps, question: PaceQuestion): Promise<Pick<Pace, 'basis' | 'factor'>> {
  const { accountId, projectId, format, quality, engine, leases } = question;
  const { client } = deps.database;
  const { fingerprint } = engine;
  const measured = { fingerprint, costMs: { gt: 0 } };
  const select = { renderMs: true, costMs: true };
  const orderBy = { createdAt: 'desc' } as const;
  const own = await client.render.findMany({
    ...{ where: { accountId, projectId, format, quality, ...measured }, select, orderBy, take: ofProject },
  });
  if (own.length > 0) return { basis: 'project', factor: factorOf(own) };
  const serving = leases.filter(({ engines }) => engines[engine.pool] === fingerprint);
  const nodes = await readNodeSpeed(deps.redis, serving, engine.pool, { format, quality });
  if (nodes !== null) return { basis: 'nodes', factor: nodes };
  const where = { status: 'COMPLETED', ...measured };
  const others = await client.render.findMany({ where, select, orderBy, take: ofEngine });
  return others.length > 0 ? { basis: 'engine', factor: factorOf(others) } : { basis: 'none', factor: 1 };
}

function factorOf(renders: readonly { renderMs: number; costMs: number }[]): number {
  const sum = (name: 'renderMs' | 'costMs') => renders.reduce((total, render) => total + render[name], 0);
  return sum('renderMs') / sum('costMs');
}

/** Times of a render's steps other than its ranges, in seconds; null when the render had no such step. */
interface Steps {
  readonly frames: number;
  readonly seconds: number;
  readonly begin: number | null;
  readonly mix: number | null;
  readonly stitch: number | null;
}

async function recentSteps({ database: { client } }: PaceDeps, { fingerprint }: Engine): Promise<Steps[]> {
  return client.$queryRaw<Steps[]>`
    WITH newest AS (
      SELECT id, "createdAt", "completedAt", "totalFrames", "durationSec", fingerprint FROM "Render"
      WHERE status = 'COMPLETED' ORDER BY "createdAt" DESC LIMIT ${lookedAt}
    ), recent AS (SELECT * FROM newest WHERE fingerprint = ${fingerprint} ORDER BY "createdAt" DESC LIMIT ${ofEngine})
    SELECT r."totalFrames" AS frames, coalesce(r."durationSec", 0)::float8 AS seconds,
      extract(epoch FROM min(a."startedAt") FILTER (WHERE t.kind = 'frames') - r."createdAt")::float8 AS begin,
      extract(epoch FROM min(a."endedAt" - a."startedAt") FILTER (WHERE t.kind = 'audio'))::float8 AS mix,
      extract(epoch FROM r."completedAt" - max(a."endedAt") FILTER (WHERE t.kind <> 'stitch'))::float8 AS stitch
    FROM recent r JOIN "Task" t ON t."renderId" = r.id JOIN "Attempt" a ON a."taskId" = t.id AND a.outcome = 'done'
    GROUP BY r.id, r."totalFrames", r."durationSec", r."createdAt", r."completedAt"`;
}

/** Work still to be done for one output file of a render. */
export interface OpenFilm {
  /**
   * Estimated cost of each segment that must be rendered, in order: milliseconds of one thread, from the compositor.
   */
  readonly costsMs: readonly number[];
  /** Duration of the audio that must be mixed, in seconds; null: no audio must be mixed. */
  readonly mixSec: number | null;
  /** Number of frames of the whole video, which determines the time of the mux. */
  readonly totalFrames: number;
  /** Whether the file is an additional output of the previous render. It begins when that render has its segments. */
  readonly follows: boolean;
}

/** Expected time of some work, in seconds. */
export interface Expectation {
  /** Sum of the time in seconds for which the slots are used. */
  readonly slotSeconds: number;
  /** Time from the request to the last file, in seconds. */
  readonly seconds: number;
}

/**
 * Estimates the time to render several videos on `slots` slots. Each slot is first busy with other work for `aheadSec`
 * seconds. The segments and the audio mix of each video are assigned, in the order of the videos, to the slot that is
 * free first. A video is muxed when its segments and its mix are done. An additional output begins when the segments
 * and the mix of the output before it are done.
 */
export function expectedSeconds(films: readonly OpenFilm[], pace: Pace, slots: number, aheadSec: number): Expectation {
  const freeAt = Array.from({ length: Math.max(1, slots) }, () => pace.beginSec + aheadSec);
  let slotSeconds = 0;
  let last = 0;
  let before = 0;
  const take = (seconds: number, notBefore = 0): number => {
    const slot = freeAt.indexOf(Math.min(...freeAt));
    const end = Math.max(freeAt[slot] ?? 0, notBefore) + seconds;
    freeAt[slot] = end;
    slotSeconds += seconds;
    return end;
  };
  for (const { costsMs, mixSec, totalFrames, follows } of films) {
    const from = follows ? before : pace.beginSec + aheadSec;
    let done = from;
    if (mixSec !== null) done = Math.max(done, take(pace.mix.base + pace.mix.slope * mixSec, from));
    for (const costMs of costsMs) done = Math.max(done, take((costMs * pace.factor) / 1_000, from));
    before = done;
    // Only the video itself waits for its mux, so later videos start before it ends.
    const stitchSec = pace.stitch.base + pace.stitch.slope * totalFrames;
    slotSeconds += stitchSec;
    last = Math.max(last, done + stitchSec);
  }
  return { slotSeconds, seconds: last };
}

/** Straight line y = base + slope * x, with both at least 0. */
interface StraightLine {
  readonly base: number;
  readonly slope: number;
}

/**
 * Fits a line to points so that a few outliers do not move it. The slope is the median of the slopes between all pairs
 * (Theil 1950, Sen 1968); the base is the median of the remaining offsets. null: fewer than three points.
 */
export function straightLine(points: readonly { readonly x: number; readonly y: number }[]): StraightLine | null {
  if (points.length < 3) return null;
  const slopes = points.flatMap((a, n) =>
    points.slice(n + 1).flatMap((b) => (a.x === b.x ? [] : [(b.y - a.y) / (b.x - a.x)])),
  );
  const slope = Math.max(0, slopes.length === 0 ? 0 : middle(slopes));
  return { base: Math.max(0, middle(points.map(({ x, y }) => y - slope * x))), slope };
}

function middle(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? upper) + upper) / 2;
}
