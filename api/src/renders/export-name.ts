import type { Database } from '@framemill/infra';
import { safeFileName } from '../http/safe-file-name.ts';

const EXPORT_KEY = /^exports\/[0-9a-f]{48}\.\w+$/;

/** Under what name an export is saved: that of its project now, with the file's ending. null: no export, or its project is gone. */
export async function exportName({ client }: Database, key: string): Promise<string | null> {
  if (!EXPORT_KEY.test(key)) return null;
  const [found] = await client.$queryRaw<{ name: string }[]>`
    SELECT p."name" FROM "Render" r JOIN "Project" p ON p."id" = r."projectId" WHERE r."exportKey" = ${key}`;
  const name = found && safeFileName(found.name);
  return name ? `${name}${key.slice(key.lastIndexOf('.'))}` : null;
}
