import { createLogger } from '@framemill/infra';
import { sweepStore } from '@framemill/scheduler';
import type { ChaosStack } from '../stack/chaos-stack.ts';
import type { AuditLine } from './audit-line.ts';

/**
 * Garbage collection ages of zero. Nothing is being created during the audit, so every unreferenced object may be
 * deleted at once.
 */
const atOnce = { orphanMs: 0, previewMs: 0 };

/**
 * Runs the garbage collection, then compares the object store with the database. Every render object must belong to a
 * row, and every object that the database names must exist.
 */
export async function checkObjects(stack: ChaosStack): Promise<AuditLine> {
  const { client } = stack.database;
  const log = createLogger('sweep', { level: 'silent' });
  const { objects } = await sweepStore({ database: stack.database, store: stack.store, log }, { ages: atOnce });
  const swept = Object.values(objects).reduce((sum, count) => sum + count, 0);
  const artifacts = await client.artifact.findMany({ select: { accountId: true, contentKey: true, sha256: true } });
  const renders = await client.render.findMany({ select: { id: true, status: true, exportKey: true } });
  const named = new Set(artifacts.map((row) => `segments/${row.accountId}/${row.contentKey}/${row.sha256}`));
  const files = new Set(
    renders.flatMap(({ status, exportKey }) => (status === 'COMPLETED' && exportKey ? [exportKey] : [])),
  );
  const ids = new Set(renders.map(({ id }) => id));

  const orphans: string[] = [];
  const found = new Set<string>();
  for (const prefix of ['segments/', 'renders/', 'exports/']) {
    for await (const { key } of stack.store.list(prefix)) {
      found.add(key);
      if (!belongs(key, named, ids, files)) orphans.push(key);
    }
  }
  const holes = [...named, ...files].filter((key) => !found.has(key));
  return {
    check: 'nothing orphaned in the object store after garbage collection, nothing missing',
    found: `${swept} objects collected; of ${found.size} left ${orphans.length} orphans, ${holes.length} missing${[
      ...orphans,
      ...holes,
    ]
      .slice(0, 3)
      .map((key) => `; ${key}`)
      .join('')}`,
    ok: orphans.length + holes.length === 0,
  };
}

function belongs(key: string, named: Set<string>, renders: Set<string>, files: Set<string>): boolean {
  if (key.startsWith('segments/')) return named.has(key);
  if (key.startsWith('renders/')) return renders.has(key.split('/')[1] ?? '');
  return files.has(key);
}
