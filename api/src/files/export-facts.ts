import type { Database } from '@framemill/infra';
import { safeFileName } from '../http/safe-file-name.ts';

const EXPORT_KEY = /^exports\/[0-9a-f]{48}\.\w+$/;

/** Account of an export, and the name under which it is saved; a null name: that of its key. */
export interface ExportFacts {
  readonly accountId: string;
  readonly savedAs: string | null;
}

/** Finds whose an export is, and names it after its project, with the file's ending. null: no export. */
export async function exportFacts({ client }: Database, key: string): Promise<ExportFacts | null> {
  if (!EXPORT_KEY.test(key)) return null;
  const [found] = await client.$queryRaw<{ accountId: string; name: string | null }[]>`
    SELECT r."accountId", p."name" FROM "Render" r LEFT JOIN "Project" p ON p."id" = r."projectId"
    WHERE r."exportKey" = ${key}`;
  if (!found) return null;
  const name = found.name === null ? '' : safeFileName(found.name);
  return {
    accountId: found.accountId,
    savedAs: name === '' ? null : `${name}${key.slice(key.lastIndexOf('.'))}`,
  };
}
