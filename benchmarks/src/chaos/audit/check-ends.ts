import type { ChaosStack } from '../stack/chaos-stack.ts';
import type { AuditLine } from './audit-line.ts';
import { isInWords } from './is-in-words.ts';

/**
 * Checks that every failed render has a readable reason, and that exports are refunded correctly. Every render without
 * a file must be refunded, and no other.
 */
export async function checkEnds({ database: { client } }: ChaosStack): Promise<AuditLine> {
  const renders = await client.render.findMany({
    where: { test: false },
    select: { id: true, accountId: true, status: true, errorMsg: true, refunded: true },
  });
  const accounts = await client.account.findMany({ select: { id: true, exportsUsed: true } });
  const failed = renders.filter(({ status }) => status === 'FAILED');
  const speechless = failed.filter(({ errorMsg }) => !isInWords(errorMsg));
  const wronglyKept = renders.filter(({ status, refunded }) => refunded === (status === 'COMPLETED'));
  const kept = Map.groupBy(
    renders.filter(({ refunded }) => !refunded),
    ({ accountId }) => accountId,
  );
  const miscounted = accounts.filter(({ id, exportsUsed }) => exportsUsed !== (kept.get(id)?.length ?? 0));
  const faults = [
    ...speechless.map(({ id, errorMsg }) => `${id} says "${errorMsg}"`),
    ...wronglyKept.map(({ id, status, refunded }) => `${id} is ${status}${refunded ? '' : ' and not'} refunded`),
    ...miscounted.map(
      ({ id, exportsUsed }) => `${id} has ${exportsUsed} exports taken of ${kept.get(id)?.length ?? 0}`,
    ),
  ];
  return {
    check: 'failed renders say why in words, exports of all that gave no file are given back',
    found: `${failed.length} failed of ${renders.length} renders, ${renders.filter(({ refunded }) => refunded).length} exports given back: ${faults.length} faults${faults
      .slice(0, 3)
      .map((fault) => `; ${fault}`)
      .join('')}`,
    ok: faults.length === 0,
  };
}
