import type { Database, ObjectStore, Prisma } from '@framemill/infra';
import { newId } from '../ids.ts';
import { objectKeys, type RenderSnapshot } from '../protocol/index.ts';
import { type FileOptions, fileOptions, newOutput, type RenderOutput } from '../records/render-output.ts';
import { exportKeyOf, type FurtherOutputs, storedProfile } from './further-outputs.ts';

/** Dependencies for reading frozen documents and output rows again. */
export interface AgainDeps {
  readonly database: Database;
  readonly store: ObjectStore;
  readonly frozen: (renderId: string) => Promise<RenderSnapshot>;
}

/**
 * Creates the additional outputs of a render that is admitted again as `parentId`. Copies text files as they are and
 * freezes the other outputs again. null: the old render had no additional outputs.
 */
export async function outputsAgain(
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
      ...{ totalFrames, mediaSha256s, refunded: true, ...options },
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
