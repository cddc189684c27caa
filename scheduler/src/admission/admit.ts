import { formatFacts } from '@framemill/compositor/formats';
import type { QualityLimits } from '@framemill/compositor/plan';
import { currentTrace, type Database, type ObjectStore, type Prisma } from '@framemill/infra';
import { type DeliveryOrder, orderDeliveries } from '../deliveries.ts';
import { newId } from '../ids.ts';
import { recordRenderEvent } from '../outbox.ts';
import { type Plan, type Plans, weightOf } from '../plans/index.ts';
import { objectKeys } from '../protocol/index.ts';
import type { RenderRow } from '../records/index.ts';
import { fileOptions } from '../records/render-output.ts';
import { notifySchedulers } from '../wake.ts';
import { checkAllowance, checkEarly, lockAccount, takeExport } from './export-allowance.ts';
import {
  type AdditionalOutput,
  exportKeyOf,
  freezeOutputs,
  type OutputRequest,
  storedProfile,
} from './output-requests.ts';
import { type AppliedOptions, type PreparedRender, planOf, prepareRender, type RenderOrder } from './prepare-render.ts';
import { renderSnapshot } from './snapshot.ts';

/** Request for a render, before admission. */
export interface AdmitInput extends RenderOrder {
  /** Additional output files of the same render. */
  readonly outputs?: readonly AdditionalOutput[];
  /**
   * Quality limits for every output file with frames or audio; the render fails when one is exceeded. Default: none.
   */
  readonly qc?: QualityLimits | undefined;
  /**
   * Environment in which the render is requested. With `test`, the result is a completed sample file: nothing is
   * rendered or charged.
   */
  readonly environment: 'live' | 'test';
  /** Destination to which the output files are delivered; absent: they stay in this service's object store. */
  readonly delivery?: DeliveryOrder;
  /** Callback that runs in the transaction that inserts the render. An error that it throws refuses the render. */
  readonly along?: (tx: Prisma.TransactionClient, renderId: string) => Promise<void>;
}

/** Admitted render, with the options that apply to it under the plan. */
export interface Admission {
  readonly row: RenderRow;
  readonly applied: AppliedOptions;
}

/** Dependencies of admission: the database, the object store and the plans. */
export interface AdmissionDeps {
  readonly database: Database;
  readonly store: ObjectStore;
  readonly plans: Plans;
}

/**
 * Admits a render: checks the project, its media and the plan's limits, and stores a snapshot of the document in the
 * object store. It then takes one export of the account's allowance and inserts the render as PENDING, in one
 * transaction. Throws `not_found`, `invalid_request`, `quota_exceeded` or `unavailable`; in that case nothing is queued
 * and no export is taken. `checkAllowance` replaces the first check of the allowance, for example to delay refusals.
 */
export async function admit(
  deps: AdmissionDeps & { checkAllowance?: typeof checkEarly },
  input: AdmitInput,
): Promise<Admission> {
  // A test key has no allowance.
  const check = input.environment === 'test' ? planOf : (deps.checkAllowance ?? checkEarly);
  const plan = await check(deps, input.accountId);
  return admitPrepared(deps, input, plan, await prepareRender(deps, input, plan));
}

/** Admits a render as `admit` does, from input that `checkEarly` and `prepareRender` have already checked. */
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
    traceparent: currentTrace(),
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

  // Put the document before the row is inserted: a scheduler must never see a render without its document, whereas an
  // orphaned object is harmless. Do it outside of transactions: a slow store must not hold this account's row or
  // database connections that other requests need.
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

// Admissions of one account run one after another, because each locks the account's row.
const transactionLimits = { maxWait: 10_000, timeout: 30_000 };

/**
 * Locks the account's row until the transaction ends and checks that the plan allows another render now. Throws
 * `not_found` and `quota_exceeded`.
 */
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
  // Test renders send their events and deliveries too, so that clients can test both.
  return recordRenderEvent(tx, 'render.completed', delivery ? await orderDeliveries(tx, row, delivery) : row);
}

/**
 * Returns the file name of the sample closest to a format: MP3 for audio formats; MP4, WebM or GIF for video and image
 * formats.
 */
function sampleOf(format: OutputRequest['format']): string {
  const { video: images, ending } = formatFacts(format);
  if (images === null) return 'sample.mp3';
  return ['mp4', 'webm', 'gif'].includes(ending) ? `sample.${ending}` : 'sample.mp4';
}
