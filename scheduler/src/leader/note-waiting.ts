import type { Prisma } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline/errors';

/**
 * Texts for a render's record that state what a node or the leader waits for. Customers read them, so they contain no
 * path and no host name.
 */
export const waits = {
  disk: 'disk space: a disk of the service is full. The render continues when space is free.',
  processors: 'a CPU node: GPUs cannot render this project. The render continues when a CPU node joins.',
} as const;

/**
 * Stores what some renders wait for, as a text for users; null: they wait for nothing. Rows with the same text are not
 * changed.
 */
export async function noteWaiting(
  client: Pick<Prisma.TransactionClient, '$executeRaw'>,
  renderIds: readonly string[],
  waitingFor: string | null,
): Promise<void> {
  await client.$executeRaw`
    UPDATE "Render" SET "waitingFor" = ${waitingFor}, "updatedAt" = ${new Date()}::timestamp
    WHERE id = ANY(${[...renderIds]}::text[]) AND "waitingFor" IS DISTINCT FROM ${waitingFor}`;
}

/**
 * Returns the text for an error of one of the leader's own steps that an operator must resolve; null: the error needs
 * no operator.
 */
export function waitOf(error: unknown): string | null {
  return error instanceof FramemillError && error.details.waitsFor === 'disk' ? waits.disk : null;
}
