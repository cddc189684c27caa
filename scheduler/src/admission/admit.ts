import { formatFacts, type QualityLimits } from '@framemill/compositor/catalog';
import type { Database, ObjectStore, Prisma } from '@framemill/infra';
import { type DeliveryOrder, orderDeliveries } from '../deliveries/order-deliveries.ts';
import { newId } from '../ids.ts';
import { recordRenderEvent } from '../outbox/record-event.ts';
import { type Plan, type Plans, weightOf } from '../plans/index.ts';
import { objectKeys } from '../protocol/index.ts';
import type { RenderRow } from '../records/index.ts';
import { fileOptions } from '../records/render-output.ts';
import { notifySchedulers } from '../wake.ts';
import { checkAllowance, lockAccount, takeExport } from './export-allowance.ts';
import { exportKeyOf, type FurtherWish, freezeOutputs, storedProfile } from './further-outputs.ts';
import type { OutputWish } from './output-wish.ts';
import { type AppliedOptions, type PreparedRender, planOf, prepareRender, type RenderOrder } from './prepare-render.ts';
import { renderSnapshot } from './snapshot.ts';

/** A render that is asked for. */
export interface AdmitInput extends RenderOrder {
  /** Further files of the same render. */
  readonly outputs?: readonly FurtherWish[];
  /** Limits that every file of it with frames or sound must keep, or the render fails. Default: none. */
  readonly qc?: QualityLimits | undefined;
  /** `test` answers with a finished fixture: nothing is rendered or charged. */
  readonly environment: 'live' | 'test';
  /** Where its files go; absent: they stay here. */
  readonly delivery?: DeliveryOrder;
  /** What happens exactly when the render is admitted: runs in its transaction. What it throws refuses the render. */
  readonly along?: (tx: Prisma.TransactionClient, renderId: string) => Promise<void>;
}

/** A render that was admitted, and the options that it really has. */
export interface Admission {
  readonly row: RenderRow;
  readonly applied: AppliedOptions;
}

/** What admission reads and writes. */
export interface AdmissionDeps {
  readonly database: Database;
  readonly store: ObjectStore;
  readonly plans: Plans;
}

/**
 * Admits a render: checks the project, its media and the plan's limits, freezes a snapshot in the object store, takes
 * one export and inserts the render as PENDING, all or nothing. Throws `not_found`, `invalid_request`, `quota_exceeded` or
 * `unavailable`; nothing is queued or taken then.
 */
export async function admit(deps: AdmissionDeps, input: AdmitInput): Promise<Admission> {
  const plan = await planOf(deps, input.accountId);
  return admitPrepared(deps, input, plan, await prepareRender(deps, input, plan));
}

/** As `admit`, of what was prepared for the input. */
export async function admitPrepared(
  deps: AdmissionDeps,
  input: Omit<AdmitInput, 'prepare'>,
  plan: Plan,
  { document, project, media, profile, applied, totalFrames, pool }: PreparedRender,
): Promise<Admission> {
  const { client } = deps.database;
  const now = new Date();
  const id = newId('rnd');
  const shared = {
    accountId: input.accountId,
    projectId: input.projectId,
    watermark: profile.watermark,
    priority: applied.priority ? 1 : 0,
    weight: weightOf(plan),
    pool,
    mediaSha256s: [...new Set(Object.values(media).map(({ facts }) => facts.sha256))],
    ...(input.qc ? { qc: { ...input.qc } } : {}),
  };
  const base = {
    ...shared,
    ...{ id, ...fileOptions(input) },
    profile: storedProfile(profile),
    totalFrames,
  };
  if (input.environment === 'test') {
    const row = await client.$transaction(async (tx) => {
      const sample = await insertSample(tx, base, input, now);
      await input.along?.(tx, id);
      return sample;
    });
    return { row, applied };
  }

  await client.$transaction((tx) => checkLimits(deps, tx, input.accountId, now), transactionLimits);
  // Before the row: a scheduler must never see a render without its document; an orphan object is harmless. Outside of
  // transactions: while a store is slow, it must hold neither this account's row nor connections that others need.
  const snapshot = renderSnapshot(document, profile, media);
  await deps.store.put(objectKeys.document(id), Buffer.from(JSON.stringify(snapshot)), {
    contentType: 'application/json',
  });
  const wishes = input.outputs ?? [];
  const further =
    wishes.length === 0
      ? null
      : await freezeOutputs(deps.store, { id, wish: input, shared }, wishes, { document: project, media, plan });
  const row = await client.$transaction(async (tx) => {
    await checkLimits(deps, tx, input.accountId, now);
    await takeExport(tx, input.accountId);
    const outputs = further && { outputs: further.shown };
    const inserted = await tx.render.create({ data: { ...base, ...outputs, exportKey: exportKeyOf(input.format) } });
    if (further) await tx.render.createMany({ data: further.rows });
    await input.along?.(tx, id);
    await notifySchedulers(tx, 'render');
    return input.delivery ? orderDeliveries(tx, inserted, input.delivery) : inserted;
  }, transactionLimits);
  return { row, applied };
}

// Admissions of one account wait for each other.
const transactionLimits = { maxWait: 10_000, timeout: 30_000 };

/** Locks the account's row until the transaction ends and checks what its plan allows now. */
async function checkLimits(
  { plans }: AdmissionDeps,
  tx: Prisma.TransactionClient,
  accountId: string,
  now: Date,
): Promise<void> {
  const account = await lockAccount(tx, accountId, now);
  await checkAllowance(tx, account, plans.of(account));
}

async function insertSample(
  tx: Prisma.TransactionClient,
  base: Prisma.RenderUncheckedCreateInput,
  { format, delivery }: Pick<AdmitInput, 'format' | 'delivery'>,
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
      url: `/${objectKeys.fixture(sampleOf(format))}`,
      // The database would date the row later than its end.
      createdAt: now,
      startedAt: now,
      completedAt: now,
    },
  });
  // Whoever tries the service out tries out what it sends, too.
  return recordRenderEvent(tx, 'render.completed', delivery ? await orderDeliveries(tx, row, delivery) : row);
}

/** The sample that comes nearest to a format: there is one of each of the usual kinds. */
function sampleOf(format: OutputWish['format']): string {
  const { video: images, ending } = formatFacts(format);
  if (images === null) return 'sample.mp3';
  return ['mp4', 'webm', 'gif'].includes(ending) ? `sample.${ending}` : 'sample.mp4';
}
