import { formatFacts } from '@framemill/compositor/formats';
import { filmTexts, OutputProfileSchema, planCopy } from '@framemill/compositor/plan';
import { Prisma, sideBySide } from '@framemill/infra';
import { newId } from '../ids.ts';
import { type CopySource, objectKeys, parserOf, type StitchManifest, WRITTEN_VERSION } from '../protocol/index.ts';
import { activeStatuses, fenced, type LeaderContext, LeaderFenced, outageOf } from './context.ts';
import { keysUnderWay, readRenderInput } from './render-input.ts';
import { noteWaiting, waitOf } from './render-state.ts';

/** Maximum number of renders finished concurrently; see `plan-renders.ts`. */
const rendersAtOnce = 8;

const parseProfile = parserOf('stored profile', OutputProfileSchema);

interface RenderInParts {
  id: string;
  accountId: string;
  audioKey: string | null;
  profile: unknown;
  /** Whether a segment or the audio is missing. */
  incomplete: boolean;
  /** Whether a task is ready or dispatched. */
  open: boolean;
}

/**
 * Checks the renders in the stage `rendering` that have changed. A render whose segments and audio all exist gets its
 * mux task. A render with a missing part that no open task will produce is planned again. A render that waits for parts
 * of other renders is checked in every pass.
 */
export async function finishRenders(leader: LeaderContext): Promise<void> {
  await leader.memory.changes.follow('finish', async (changed) => {
    const again: string[] = [];
    const outage = outageOf(leader, 'a render could not be finished; trying again');
    await sideBySide(await rendersInParts(leader, changed), rendersAtOnce, async (render) => {
      try {
        if (!render.incomplete) await beginStitch(leader, render);
        else if (!render.open && (await waitsForOthers(leader, render))) again.push(render.id);
        else if (!render.open) await planAgain(leader, render.id);
        outage.worked();
      } catch (error) {
        if (error instanceof LeaderFenced) throw error;
        again.push(render.id);
        outage.failed(error);
        const waitingFor = waitOf(error);
        if (waitingFor !== null) await noteWaiting(leader.database.client, [render.id], waitingFor);
      }
    });
    return again;
  });
}

/** Reads the state of some renders in the stage `rendering`; null: of all. */
async function rendersInParts(leader: LeaderContext, renderIds: readonly string[] | null): Promise<RenderInParts[]> {
  if (renderIds?.length === 0) return [];
  const some = renderIds === null ? Prisma.empty : Prisma.sql`AND r.id = ANY(${[...renderIds]}::text[])`;
  return leader.database.client.$queryRaw<RenderInParts[]>`
    SELECT r.id, r."accountId", r."audioKey", r.profile,
      EXISTS (SELECT 1 FROM "RenderSegment" s WHERE s."renderId" = r.id AND s.sha256 IS NULL)
        OR (r."audioKey" IS NOT NULL AND NOT EXISTS (
          SELECT 1 FROM "Artifact" a WHERE a."accountId" = r."accountId" AND a."contentKey" = r."audioKey"))
        AS incomplete,
      EXISTS (SELECT 1 FROM "Task" t WHERE t."renderId" = r.id AND t.status IN ('READY', 'RELEASED')) AS open
    FROM "Render" r WHERE r.stage = 'rendering' AND r.status IN ('PENDING', 'PROCESSING') ${some}`;
}

/** Whether open tasks of the account's other renders will produce everything that is missing: see `keysUnderWay`. */
async function waitsForOthers({ database: { client } }: LeaderContext, render: RenderInParts): Promise<boolean> {
  const segments = await client.renderSegment.findMany({
    where: { renderId: render.id, sha256: null },
    select: { contentKey: true },
  });
  const { accountId, audioKey: contentKey } = render;
  const mixed = contentKey === null || (await client.artifact.count({ where: { accountId, contentKey } })) > 0;
  const missing = new Set([...segments.map((segment) => segment.contentKey), ...(mixed ? [] : [contentKey])]);
  return (await keysUnderWay(client, render, [...missing])).size === missing.size;
}

async function beginStitch(leader: LeaderContext, render: RenderInParts): Promise<void> {
  const { client } = leader.database;
  const segments = await client.renderSegment.findMany({ where: { renderId: render.id }, orderBy: { index: 'asc' } });
  const profile = parseProfile(render.profile);
  // Among the formats with video, only a render that copies its source was planned without segments.
  const isCopy = segments.length === 0 && formatFacts(profile.format).video !== null;
  const copy = isCopy ? await copySource(leader, render.id) : undefined;
  if (copy === null) return planAgain(leader, render.id);
  const audio =
    render.audioKey === null
      ? null
      : await client.artifact.findUnique({
          where: { accountId_contentKey: { accountId: render.accountId, contentKey: render.audioKey } },
        });
  const texts = profile.texts && filmTexts((await readRenderInput(leader, render.id)).document, profile.texts);
  const manifest: StitchManifest = {
    v: WRITTEN_VERSION,
    profile,
    segments: segments.map(({ contentKey, sha256, startFrame, endFrame }) => ({
      objectKey: objectKeys.segment(render.accountId, contentKey, sha256 ?? ''),
      frames: endFrame - startFrame,
    })),
    ...(segments[0] && segments[0].startFrame > 0 ? { firstFrame: segments[0].startFrame } : {}),
    audioKey: audio === null ? null : objectKeys.segment(render.accountId, audio.contentKey, audio.sha256),
    ...(copy === undefined ? {} : { copy }),
    ...(texts === undefined ? {} : { texts }),
  };
  // Store the manifest before the task exists, so that a node that runs the task always finds its manifest. A second
  // write after a crash has the same content.
  await leader.store.put(objectKeys.manifest(render.id), Buffer.from(JSON.stringify(manifest)), {
    contentType: 'application/json',
  });
  await fenced(leader, async (tx) => {
    const { count } = await tx.render.updateMany({
      where: { id: render.id, status: { in: activeStatuses }, stage: 'rendering' },
      data: { stage: 'stitching', epoch: leader.epoch },
    });
    if (count === 0) return;
    await tx.task.create({ data: { id: newId('t'), renderId: render.id, kind: 'stitch' } });
  });
  leader.memory.changes.note([render.id]);
}

// The plan was made from the same snapshot, so it is reproduced here, unless another software version made it. null:
// it is not.
async function copySource(leader: LeaderContext, renderId: string): Promise<CopySource | null> {
  const { document, profile, media, facts } = await readRenderInput(leader, renderId);
  const plan = planCopy(document, profile, facts);
  const source = plan && media[plan.src];
  const packets = source?.facts.packets;
  if (!plan || !source || !packets) return null;
  const { sha256, sizeBytes } = source.facts;
  return { objectKey: source.objectKey, sha256, sizeBytes, packets, sound: plan.sound };
}

async function planAgain(leader: LeaderContext, renderId: string): Promise<void> {
  leader.log.warn({ renderId }, 'segments are missing and nobody makes them: planning again');
  await fenced(leader, (tx) =>
    tx.render.updateMany({
      where: { id: renderId, status: { in: activeStatuses }, stage: 'rendering' },
      data: { stage: 'planning', epoch: leader.epoch },
    }),
  );
  leader.memory.changes.note([renderId]);
}
