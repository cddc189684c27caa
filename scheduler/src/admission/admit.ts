import type { Format, Quality } from '@framemill/compositor/catalog';
import { clipThatNeedsBrowser, outputFrames, outputProfile } from '@framemill/compositor/catalog';
import type { Database, ObjectStore, Prisma } from '@framemill/infra';
import type { Document } from '@framemill/timeline';
import { parseDocument } from '@framemill/timeline/document';
import { FramemillError } from '@framemill/timeline/errors';
import { newExportKey, newId } from '../ids.ts';
import { recordRenderEvent } from '../outbox/record-event.ts';
import { hasFeature, type Plan, planFor } from '../plans/index.ts';
import { objectKeys } from '../protocol/index.ts';
import type { RenderRow } from '../records/index.ts';
import { notifySchedulers } from '../wake.ts';
import { checkAllowance, lockAccount, takeExport } from './export-allowance.ts';
import { mediaOf, renderSnapshot } from './snapshot.ts';

export interface AdmitInput {
  readonly accountId: string;
  readonly projectId: string;
  readonly format: Format;
  readonly quality: Quality;
  readonly resolution: 'full' | 'half';
  /** `test` answers with a finished fixture: nothing is rendered or charged. */
  readonly environment: 'live' | 'test';
}

/** What the plan made of the request. `maxHeight` is there only when the plan made the picture smaller. */
export interface AppliedOptions {
  readonly resolution: 'full' | 'half';
  readonly watermark: boolean;
  readonly priority: boolean;
  readonly maxHeight?: number;
  readonly cappedByPlan?: true;
}

export interface Admission {
  readonly row: RenderRow;
  readonly applied: AppliedOptions;
}

export interface AdmissionDeps {
  readonly database: Database;
  readonly store: ObjectStore;
}

// The object store is asked inside the transaction; a slow one must not make Prisma give up at its 5 s default.
const transactionLimits = { maxWait: 10_000, timeout: 30_000 };

/**
 * Admits a render: checks the project, its media and the plan's limits, freezes a snapshot in the object store, takes
 * one export and inserts the render as PENDING, all or nothing. Throws `not_found`, `invalid_request` or
 * `quota_exceeded`; nothing is queued or taken then.
 */
export async function admit(deps: AdmissionDeps, input: AdmitInput): Promise<Admission> {
  const { client } = deps.database;
  return client.$transaction(async (tx) => {
    const now = new Date();
    const account = await lockAccount(tx, input.accountId, now);
    const plan = planFor(account.plan);
    const document = await projectDocument(tx, input);
    // On the transaction's own connection: admissions that each held one and asked for another would starve the pool.
    const media = await mediaOf({ database: { client: tx }, store: deps.store }, input.accountId, document);
    const { profile, applied } = profileFor(document, plan, input);
    const totalFrames = outputFrames(document, profile);
    const id = newId('rnd');
    const base = {
      id,
      accountId: input.accountId,
      projectId: input.projectId,
      format: input.format,
      quality: input.quality,
      resolution: input.resolution,
      profile: { ...profile, rate: { ...profile.rate } },
      watermark: profile.watermark,
      priority: applied.priority ? 1 : 0,
      weight: plan.concurrentRenders,
      totalFrames,
      pool: clipThatNeedsBrowser(document) === null ? 'cpu' : 'html',
      mediaSha256s: [...new Set(Object.values(media).map(({ facts }) => facts.sha256))],
    };
    if (input.environment === 'test') return { row: await insertSample(tx, base, now), applied };

    await checkAllowance(tx, account, plan);
    await takeExport(tx, input.accountId);
    // Before the commit: a scheduler must never see a render without its document. An orphan object is harmless.
    const snapshot = renderSnapshot(document, profile, media);
    await deps.store.put(objectKeys.document(id), Buffer.from(JSON.stringify(snapshot)), {
      contentType: 'application/json',
    });
    const row = await tx.render.create({ data: { ...base, exportKey: newExportKey(input.format) } });
    await notifySchedulers(tx, 'render');
    return { row, applied };
  }, transactionLimits);
}

async function projectDocument(tx: Prisma.TransactionClient, input: AdmitInput): Promise<Document> {
  const project = await tx.project.findFirst({
    where: { id: input.projectId, accountId: input.accountId },
    select: { document: true },
  });
  if (project === null) throw new FramemillError('not_found', `no project is called "${input.projectId}".`);
  const document = parseDocument(project.document);
  if (document.clips.length === 0) {
    throw new FramemillError('invalid_request', 'the project has no clips. Add at least one clip before rendering.');
  }
  return document;
}

function profileFor(document: Document, plan: Plan, input: AdmitInput) {
  const watermark = !hasFeature(plan, 'no_watermark');
  const { profile, cappedByPlan } = outputProfile(document.settings, {
    format: input.format,
    quality: input.quality,
    resolution: input.resolution,
    maxShortSide: plan.maxExportHeight,
    watermark,
  });
  const applied: AppliedOptions = {
    resolution: input.resolution,
    watermark,
    priority: hasFeature(plan, 'priority_renders'),
    ...(cappedByPlan ? { maxHeight: plan.maxExportHeight, cappedByPlan: true as const } : {}),
  };
  return { profile, applied };
}

async function insertSample(
  tx: Prisma.TransactionClient,
  base: Prisma.RenderUncheckedCreateInput,
  now: Date,
): Promise<RenderRow> {
  const row = await tx.render.create({
    data: {
      ...base,
      test: true,
      status: 'COMPLETED',
      stage: 'done',
      progress: 100,
      doneFrames: base.totalFrames ?? 0,
      url: `/${objectKeys.fixture(`sample.${base.format}`)}`,
      // The database would date the row later than its end.
      createdAt: now,
      startedAt: now,
      completedAt: now,
    },
  });
  // Whoever tries the service out tries out what it sends, too.
  await recordRenderEvent(tx, 'render.completed', row);
  return row;
}
