import type { Prisma } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline/errors';

/** What a render's record says, by what a node or the leader waits for. For customers: no path, no name of a machine. */
export const waits = {
  disk: 'disk space: a disk of the service is full. It goes on by itself when there is room.',
  processors:
    'nodes that draw with processors: graphics cards cannot draw it. It goes on by itself when there is such a node.',
} as const;

/** Notes what some renders wait for, for people; null: they go on. Rows that say so already are left alone. */
export async function noteWaiting(
  client: Pick<Prisma.TransactionClient, '$executeRaw'>,
  renderIds: readonly string[],
  waitingFor: string | null,
): Promise<void> {
  await client.$executeRaw`
    UPDATE "Render" SET "waitingFor" = ${waitingFor}, "updatedAt" = ${new Date()}::timestamp
    WHERE id = ANY(${[...renderIds]}::text[]) AND "waitingFor" IS DISTINCT FROM ${waitingFor}`;
}

/** What an error of a step of the leader itself waits for; null: nothing that somebody must mend. */
export function waitOf(error: unknown): string | null {
  return error instanceof FramemillError && error.details.waitsFor === 'disk' ? waits.disk : null;
}
