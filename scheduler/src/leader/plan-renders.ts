import { clipThatNeedsBrowser } from '@framemill/compositor/plan';
import { type Prisma, sideBySide, WrongBytes, withinTrace } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline/errors';
import { createAccountTurns } from '../account-turns.ts';
import { newId } from '../ids.ts';
import {
  browserMissing,
  chooseEngine,
  explainRoute,
  type PlainEngines,
  type Route,
  routedEffectMs,
  routeRender,
} from '../policy/choose-engine.ts';
import { type CostedSegment, planVideo, type VideoPlan } from '../policy/plan-video.ts';
import { groupSegments } from '../policy/ranges.ts';
import { maxSegmentsPerJob, objectKeys, ProtocolError, readLeases } from '../protocol/index.ts';
import { quarantinedAmong, quarantineReason } from '../quarantine.ts';
import type { RenderRow } from '../records/index.ts';
import { activeStatuses, fenced, type LeaderContext, LeaderFenced, outageOf } from './context.ts';
import { parseKeptOff } from './faults.ts';
import { believed, usableArtifacts } from './lost-objects.ts';
import { keysUnderWay, type RenderInput, readRenderInput } from './render-input.ts';
import { failRender, noteWaiting, waits } from './render-state.ts';

const rendersPerPass = 20;
/**
 * Maximum number of renders planned concurrently. While the store does not respond, a tick then takes as long as a few
 * renders wait, not as long as all of them.
 */
const rendersAtOnce = 8;

/**
 * Plans renders that were admitted or must be planned again. Cuts each render into segments for one engine (render
 * program version and machine type), reuses stored segments and audio, and creates tasks for the missing ones. A render
 * that copies its source has no segments: only a mux task, and an audio task when audio is mixed. Without a live node
 * the renders wait.
 */
export async function planRenders(leader: LeaderContext): Promise<void> {
  await planSome(leader, 'short');
}

/**
 * Plans one long render; `planRenders` plans the short ones. Accounts are served in turn. Returns whether a render was
 * planned. Run it concurrently with `tick`.
 */
export async function planLongRender(leader: LeaderContext): Promise<boolean> {
  return (await planSome(leader, 'long')) > 0;
}

/** Plans the renders that the query `which` selects, and returns their number. */
async function planSome(leader: LeaderContext, which: 'short' | 'long'): Promise<number> {
  const rows = await rendersToPlan(leader, which);
  if (rows.length === 0) return 0;
  const wantsBrowser = rows.some((row) => row.pool === 'html');
  // Read the leases again: an outdated list must not fail a render for which a node has just joined.
  const leases = wantsBrowser ? await readLeases(leader.redis) : leader.memory.leases;
  const html = chooseEngine(leases, 'html');
  const plain = { cpu: chooseEngine(leases, 'cpu'), gpu: chooseEngine(leases, 'gpu') };
  if (plain.cpu === null && plain.gpu === null) {
    await waitForNodes(leader);
    return 0;
  }
  const withBrowser: EngineFor = html ? () => ({ engine: html, why: explainRoute('pages', 0) }) : refuseWithoutBrowser;
  const outage = outageOf(leader, 'a render could not be planned; trying again');
  let planned = 0;
  await sideBySide(rows, which === 'long' ? 1 : rendersAtOnce, async (row) => {
    if (which === 'long' && planned > 0) return;
    // Not ended, and so not exported, when the render only waits: that is tried every second.
    const span = leader.tracing.begin('plan', row.traceparent, { attributes: { render: row.id } });
    try {
      const engineFor = row.pool === 'html' ? withBrowser : (input: RenderInput) => routed(input, plain, row);
      const plan = await withinTrace(row.traceparent, () => planRender(leader, row, engineFor));
      if (plan !== null) planned += 1;
      if (plan !== null) span?.end({ attributes: plan });
      outage.worked();
    } catch (error) {
      if (error instanceof LeaderFenced) throw error;
      if (!(error instanceof Unplannable)) return outage.failed(error);
      span?.end({ error });
      await giveUp(leader, row, error);
    }
  });
  return planned;
}

type EngineFor = (input: RenderInput) => Routed | null;

/** Minimum number of frames of a long render. Planning a long render takes at least as long as a tick. */
const longRenderFrames = 9_000;
const maxInteger = 2_147_483_647;

// The accounts in turns, each by priority and age: an account that orders many renders must not delay the others. A
// render that waits for nodes comes after those that do not.
async function rendersToPlan({ database }: LeaderContext, which: 'short' | 'long'): Promise<RenderRow[]> {
  const [least, most] = which === 'short' ? [0, longRenderFrames - 1] : [longRenderFrames, maxInteger];
  const chosen = await database.client.$queryRaw<{ id: string }[]>`
    SELECT id FROM "Render" WHERE status IN ('PENDING', 'PROCESSING') AND stage IN ('planning', 'waiting')
      AND "totalFrames" BETWEEN ${least} AND ${most}
    ORDER BY row_number() OVER (PARTITION BY "accountId", stage ORDER BY priority DESC, "createdAt"),
      stage = 'waiting', "createdAt"
    LIMIT ${rendersPerPass}`;
  if (chosen.length === 0) return [];
  const rows = await database.client.render.findMany({ where: { id: { in: chosen.map(({ id }) => id) } } });
  const places = new Map(chosen.map(({ id }, place) => [id, place]));
  return rows.sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
}

async function waitForNodes(leader: LeaderContext): Promise<void> {
  const waiting = await fenced(leader, (tx) =>
    tx.render.updateManyAndReturn({
      where: { status: { in: activeStatuses }, stage: 'planning' },
      data: { stage: 'waiting', waitingFor: waits.nodes, epoch: leader.epoch },
      select: { id: true },
    }),
  );
  leader.memory.changes.note(waiting.map(({ id }) => id));
}

// The render fails at once: waiting for a browser would leave the user without any message.
function refuseWithoutBrowser({ document }: RenderInput): never {
  const clip = clipThatNeedsBrowser(document);
  if (clip === null) throw new Error('A render without html clips was admitted to the pool "html".');
  throw browserMissing(clip);
}

/** Error: the document itself cannot be planned, so every try would give the same result. */
class Unplannable extends Error {
  override readonly name = 'Unplannable';
}

interface PlannedRender extends Routed {
  readonly plan: VideoPlan;
}

interface Routed extends Pick<Route, 'engine'> {
  /** Explanation for the user. */
  readonly why: string;
}

// null: the render waits for CPU nodes.
function routed({ document, profile }: RenderInput, engines: PlainEngines, row: RenderRow): Routed | null {
  const effectMs = routedEffectMs(document, profile);
  const route = routeRender(effectMs, engines, parseKeptOff(row.keptOffCard));
  return route && { engine: route.engine, why: explainRoute(route.reason, effectMs) };
}

async function waitForProcessors(leader: LeaderContext, { id }: RenderRow): Promise<void> {
  await fenced(leader, async (tx) => {
    await tx.render.updateMany({
      where: { id, status: { in: activeStatuses }, stage: 'planning' },
      data: { stage: 'waiting', epoch: leader.epoch },
    });
    await noteWaiting(tx, [id], waits.processors);
  });
  leader.memory.changes.note([id]);
}

/** Figures of a plan for its span. */
type PlanFigures = { pool: string; segments: number; reused: number };

// Returns null when the render waits for CPU nodes.
async function planRender(leader: LeaderContext, row: RenderRow, engineFor: EngineFor): Promise<PlanFigures | null> {
  await refuseQuarantined(leader, row);
  const chosen = await fromDocument(leader, row, (input) => {
    const choice = engineFor(input);
    return choice && { ...choice, plan: planVideo(input, choice.engine) };
  });
  if (chosen === null) {
    await waitForProcessors(leader, row);
    return null;
  }
  const reused = await turns.run(row.accountId, () => writePlan(leader, row, chosen));
  return { pool: chosen.engine.pool, segments: chosen.plan.segments.length, reused };
}

/**
 * Queue that plans the renders of one account one after the other. When two renders need the same segment, the second
 * plan must find the task of the first instead of creating its own.
 */
const turns = createAccountTurns();

/** Stores a plan, and returns the number of its segments that exist already or that other renders make. */
async function writePlan(leader: LeaderContext, row: RenderRow, { engine, why, plan }: PlannedRender): Promise<number> {
  const keys = plan.segments.map(({ contentKey }) => contentKey);
  const stored = await usableArtifacts(leader, row.accountId, plan.audio === null ? keys : [...keys, plan.audio]);
  const wanted = [...keys, ...(plan.audio === null ? [] : [plan.audio])].filter((key) => !stored.has(key));
  const underWay = await keysUnderWay(leader.database.client, row, wanted);
  const reused = plan.segments.filter(({ contentKey }) => stored.has(contentKey) || underWay.has(contentKey));
  const missing = plan.segments
    .filter(({ contentKey }) => !stored.has(contentKey) && !underWay.has(contentKey))
    .map(({ index, startFrame, endFrame, contentKey }) => ({ index, contentKey, frames: endFrame - startFrame }));
  await refuseSlowSegments(leader, row, missing);
  const audioMissing = plan.audio !== null && !stored.has(plan.audio) && !underWay.has(plan.audio);

  const planned = await fenced(leader, async (tx) => {
    const { count } = await tx.render.updateMany({
      where: { id: row.id, status: { in: activeStatuses }, stage: { in: ['planning', 'waiting'] } },
      data: {
        stage: 'rendering',
        pool: engine.pool,
        poolReason: why,
        waitingFor: null,
        fingerprint: engine.fingerprint,
        audioKey: plan.audio,
        totalFrames: plan.totalFrames,
        totalSegments: plan.segments.length,
        copiedFrames: plan.copiedFrames,
        // A second plan for the same engine finds segments that this render itself produced: those do not count as
        // reused.
        reusedSegments: row.fingerprint === engine.fingerprint ? row.reusedSegments : reused.length,
        epoch: leader.epoch,
      },
    });
    if (count === 0) return false;
    await tx.task.updateMany({
      where: { renderId: row.id, status: { in: ['READY', 'RELEASED'] } },
      data: { status: 'CANCELLED' },
    });
    await tx.renderSegment.deleteMany({ where: { renderId: row.id } });
    await writeSegments(tx, row.id, plan.segments, stored);
    const tasks = groupSegments(missing, maxSegmentsPerJob).map((run) => ({ id: newId('t'), kind: 'frames', ...run }));
    const audioTask = { id: newId('t'), kind: 'audio', firstSegment: 0, lastSegment: 0, frames: 0 };
    await tx.task.createMany({
      data: [...(audioMissing ? [audioTask] : []), ...tasks].map((task) => ({ ...task, renderId: row.id })),
    });
    return true;
  });
  if (!planned) return reused.length;
  leader.memory.changes.note([row.id]);
  leader.metrics.segments.inc({ source: 'cache' }, reused.length);
  leader.log.info(
    {
      renderId: row.id,
      pool: engine.pool,
      segments: plan.segments.length,
      reused: reused.length,
      fingerprint: engine.fingerprint,
    },
    'render planned',
  );
  return reused.length;
}

// One statement of one shape: a video has thousands of segments.
async function writeSegments(
  tx: Prisma.TransactionClient,
  renderId: string,
  segments: readonly CostedSegment[],
  stored: ReadonlyMap<string, string>,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO "RenderSegment" ("renderId", index, "startFrame", "endFrame", "contentKey", sha256,
      reused, "costMs", made)
    SELECT ${renderId}, k.index, k.first, k.last, k.content, k.sha, k.sha IS NOT NULL, k.cost, k.made::jsonb
    FROM unnest(
      ${segments.map(({ index }) => index)}::int[], ${segments.map(({ startFrame }) => startFrame)}::int[],
      ${segments.map(({ endFrame }) => endFrame)}::int[], ${segments.map(({ contentKey }) => contentKey)}::text[],
      ${segments.map(({ contentKey }) => stored.get(contentKey) ?? null)}::text[],
      ${segments.map(({ costMs }) => costMs)}::float8[],
      ${segments.map(({ made }) => (made === undefined ? null : JSON.stringify(made)))}::text[])
      AS k(index, first, last, content, sha, cost, made)`;
}

// A render may have been admitted at the moment in which the file went into quarantine.
async function refuseQuarantined(leader: LeaderContext, row: RenderRow): Promise<void> {
  const [first] = await quarantinedAmong(leader.database.client, row.accountId, row.mediaSha256s);
  if (first === undefined) return;
  const [sha256, error] = first;
  const media = await leader.database.client.media.findFirst({ where: { accountId: row.accountId, sha256 } });
  throw new Unplannable(
    `${quarantineReason(media?.name ?? sha256.slice(0, 12), error)}, or ask an operator to release it.`,
  );
}

// Checked by content key: whatever else changes in the project, this segment would take as long again.
async function refuseSlowSegments(
  leader: LeaderContext,
  { accountId }: RenderRow,
  missing: readonly { contentKey: string }[],
): Promise<void> {
  const keys = missing.map(({ contentKey }) => contentKey);
  const [first] = await quarantinedAmong(leader.database.client, accountId, keys);
  if (first !== undefined) throw new Unplannable(first[1]);
}

async function fromDocument<T>(leader: LeaderContext, row: RenderRow, make: (input: RenderInput) => T): Promise<T> {
  const input = await storedDocument(leader, row.id);
  // From here on no error is temporary: an error that is thrown now would be thrown again at the next try.
  try {
    return make(input);
  } catch (error) {
    throw unplannable(error);
  }
}

function unplannable(error: unknown): Unplannable {
  const reported = error instanceof FramemillError || error instanceof ProtocolError;
  const message = reported ? error.message : 'Planning the render failed. See the log of the scheduler.';
  return new Unplannable(message, { cause: error });
}

// A missing or unreadable document may be readable again in a moment: it counts as lost only after a while.
async function storedDocument(leader: LeaderContext, renderId: string): Promise<RenderInput> {
  const key = objectKeys.document(renderId);
  try {
    const input = await readRenderInput(leader, renderId);
    believed(leader, key, false);
    return input;
  } catch (error) {
    const isAway = error instanceof FramemillError && error.code === 'unavailable' && !(error instanceof WrongBytes);
    if (isAway || !believed(leader, key, true)) throw error;
    const isGone = error instanceof WrongBytes || (error instanceof FramemillError && error.code === 'not_found');
    if (!isGone) throw unplannable(error);
    throw new Unplannable('The document of the render is missing from the object store. Render the project again.', {
      cause: error,
    });
  }
}

async function giveUp(leader: LeaderContext, row: RenderRow, error: Unplannable): Promise<void> {
  leader.log.error({ err: error, renderId: row.id }, 'a render cannot be planned');
  await failRender(leader, row.id, error.message);
}
