import type { ChaosStack } from '../stack/chaos-stack.ts';
import type { AuditLine } from './audit-line.ts';

interface Faults {
  renders: bigint;
  segments: bigint;
  gaps: bigint;
  unnamed: bigint;
  unequal: bigint;
}

/**
 * Checks that every segment of every completed render has one artifact. The artifact and the render's segment row must
 * name the same bytes, and no content key may have two objects.
 */
export async function checkSegments(stack: ChaosStack): Promise<AuditLine> {
  const [row] = await stack.database.client.$queryRaw<Faults[]>`
    SELECT count(DISTINCT r.id) AS renders, count(*) AS segments,
      count(*) FILTER (WHERE s.sha256 IS NULL) AS gaps,
      count(*) FILTER (WHERE a.sha256 IS NULL) AS unnamed,
      count(*) FILTER (WHERE a.sha256 <> s.sha256) AS unequal
    FROM "Render" r JOIN "RenderSegment" s ON s."renderId" = r.id
      LEFT JOIN "Artifact" a ON a."accountId" = r."accountId" AND a."contentKey" = s."contentKey"
    WHERE r.status = 'COMPLETED'`;
  const short = await stack.database.client.$queryRaw<{ id: string }[]>`
    SELECT r.id FROM "Render" r WHERE r.status = 'COMPLETED' AND NOT r.test
      AND r."totalSegments" <> (SELECT count(*) FROM "RenderSegment" s WHERE s."renderId" = r.id)`;
  const objects = new Map<string, string[]>();
  for await (const { key } of stack.store.list('segments/')) {
    const [, accountId, contentKey, sha256 = ''] = key.split('/');
    const slot = `${accountId}/${contentKey}`;
    objects.set(slot, [...(objects.get(slot) ?? []), sha256]);
  }
  const doubled = [...objects.values()].filter((hashes) => hashes.length > 1).length;
  const { renders = 0n, segments = 0n, gaps = 0n, unnamed = 0n, unequal = 0n } = row ?? {};
  const faults = Number(gaps + unnamed + unequal) + doubled + short.length;
  return {
    check: 'one committed artifact per segment',
    found:
      `${segments} segments of ${renders} renders: ${gaps} without artifact, ${unnamed} unknown, ${unequal} with other bytes; ` +
      `${short.length} renders with too few; ${doubled} keys with two objects`,
    ok: faults === 0,
  };
}
