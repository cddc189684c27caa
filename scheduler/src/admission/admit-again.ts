import { currentTrace, type Database, type ObjectStore, type Prisma, readObject } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline/errors';
import { orderDeliveries } from '../deliveries.ts';
import { newId } from '../ids.ts';
import { weightOf } from '../plans/index.ts';
import { objectKeys, parseRenderSnapshot, type RenderSnapshot } from '../protocol/index.ts';
import type { RenderRow } from '../records/index.ts';
import { type FileOptions, fileOptions, newOutput, type RenderOutput } from '../records/render-output.ts';
import { notifySchedulers } from '../wake.ts';
import type { AdmissionDeps } from './admit.ts';
import { checkAllowance, lockAccount, takeExport } from './export-allowance.ts';
import { exportKeyOf, type FurtherOutputs, storedProfile } from './output-requests.ts';

/**
 * Admits a failed or cancelled render again, as a new render with a copy of its stored document and options. The new
 * render takes one export of the monthly allowance, because the old render's export was returned, and it reuses every
 * completed segment. Throws `not_found` when the render or its stored document does not exist, `invalid_request` when
 * the render is neither failed nor cancelled, and `quota_exceeded` as `admit` does.
 */
export async function admitAgain(deps: AdmissionDeps, renderId: string): Promise<RenderRow> {
  const old = await deps.database.client.render.findUnique({ where: { id: renderId } });
  if (old === null) throw new FramemillError('not_found', `There is no render "${renderId}". Check the id.`);
  if (old.status !== 'FAILED' && old.status !== 'CANCELLED') {
    const message =
      `The render "${renderId}" is ${old.status}. Only FAILED and CANCELLED renders can be retried. ` +
      'Start a new render.';
    throw new FramemillError('invalid_request', message, { renderStatus: old.status });
  }
  const snapshot = await frozenDocument(deps, renderId);
  const id = newId('rnd');
  await deps.store.put(objectKeys.document(id), Buffer.from(JSON.stringify(snapshot)), {
    contentType: 'application/json',
  });
  const frozen = (output: string) => frozenDocument(deps, output);
  const further = await outputsAgain({ ...deps, frozen }, old, id, old.weight);
  return deps.database.client.$transaction(async (tx) => {
    const account = await lockAccount(tx, old.accountId, new Date());
    const plan = deps.plans.of(account);
    await checkAllowance(tx, account, plan);
    await takeExport(tx, old.accountId);
    const { accountId, projectId, watermark, priority, pool, totalFrames, mediaSha256s } = old;
    const row = await tx.render.create({
      data: {
        ...{ id, accountId, projectId, ...fileOptions(old), watermark, priority, pool, totalFrames, mediaSha256s },
        profile: storedProfile(snapshot.profile),
        weight: weightOf(plan),
        ...(old.qc === null ? {} : { qc: old.qc }),
        exportKey: exportKeyOf(snapshot.profile.format),
        ...(further ? { outputs: further.shown } : {}),
        traceparent: currentTrace(),
      },
    });
    if (further) await tx.render.createMany({ data: further.rows });
    const order = await tx.renderOrder.findUnique({ where: { renderId: old.id } });
    if (order) await tx.renderOrder.create({ data: { renderId: id, body: order.body ?? {} } });
    await notifySchedulers(tx, 'render');
    const ordered = await tx.delivery.findFirst({ where: { renderId: old.id }, select: orderColumns });
    return ordered ? orderDeliveries(tx, row, ordered) : row;
  });
}

const orderColumns = { destinationId: true, kind: true, reference: true, name: true } as const;

async function frozenDocument({ store }: AdmissionDeps, renderId: string): Promise<RenderSnapshot> {
  const parse = (bytes: Buffer) => parseRenderSnapshot(JSON.parse(bytes.toString('utf8')));
  try {
    return await readObject(store, objectKeys.document(renderId), parse, { mustExist: true });
  } catch (cause) {
    if (!(cause instanceof FramemillError) || cause.code !== 'not_found') throw cause;
    const message = `The stored document of the render "${renderId}" no longer exists. Render the project again.`;
    throw new FramemillError('not_found', message, {}, { cause });
  }
}

/**
 * Dependencies for creating the outputs of a render that is admitted again. `frozen` reads the stored document and
 * options of an earlier render.
 */
export interface AgainDeps {
  readonly database: Database;
  readonly store: ObjectStore;
  readonly frozen: (renderId: string) => Promise<RenderSnapshot>;
}

/**
 * Creates the additional outputs of a render that is admitted again with the id `parentId`. Reuses finished text files,
 * and copies the stored document and options of all other outputs. Returns null when the old render had no additional
 * outputs.
 */
async function outputsAgain(
  { database, store, frozen }: AgainDeps,
  old: FileOptions & { id: string },
  parentId: string,
  weight: number,
): Promise<FurtherOutputs | null> {
  const children = await database.client.render.findMany({
    where: { parentId: old.id },
    orderBy: { outputIndex: 'asc' },
  });
  if (children.length === 0) return null;
  const shown: RenderOutput[] = [newOutput(0, fileOptions(old))];
  const rows: Prisma.RenderUncheckedCreateInput[] = [];
  for (const child of children) {
    const { accountId, projectId, watermark, priority, pool, totalFrames, mediaSha256s, outputIndex } = child;
    const options = fileOptions(child);
    const base = {
      ...{ id: newId('rnd'), parentId, outputIndex, accountId, projectId, watermark, priority, weight, pool },
      ...{ totalFrames, mediaSha256s, refunded: true, ...options, traceparent: currentTrace() },
      ...(child.qc === null ? {} : { qc: child.qc }),
    };
    const output = newOutput(outputIndex, options);
    // Only text files have 0 frames.
    if (child.status === 'COMPLETED' && child.totalFrames === 0 && child.exportKey !== null) {
      const now = new Date();
      const { url, exportKey, fileSizeBytes } = child;
      const ended = { status: 'COMPLETED', stage: 'done', progress: 100, startedAt: now, completedAt: now };
      rows.push({ ...base, ...ended, url, exportKey, fileSizeBytes, profile: {} });
      shown.push({ ...output, status: 'COMPLETED', progress: 100, url, fileSizeBytes: Number(fileSizeBytes ?? 0) });
      continue;
    }
    const snapshot = await frozen(child.id);
    const document = Buffer.from(JSON.stringify(snapshot));
    await store.put(objectKeys.document(base.id), document, { contentType: 'application/json' });
    const { profile } = snapshot;
    rows.push({ ...base, stage: 'held', profile: storedProfile(profile), exportKey: exportKeyOf(profile.format) });
    shown.push(output);
  }
  return { rows, shown };
}
