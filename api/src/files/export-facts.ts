import type { Database } from '@framemill/infra';
import { safeFileName } from '../http/safe-file-name.ts';

const EXPORT_KEY = /^exports\/[0-9a-f]{48}\.\w+$/;

/** Account of an exported file, and the name it is downloaded under. `savedAs` null: the file name in its key. */
export interface ExportFacts {
  readonly accountId: string;
  readonly savedAs: string | null;
}

/** Finds the account of an export and names the file after its project. Returns null when `key` is not an export's. */
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
