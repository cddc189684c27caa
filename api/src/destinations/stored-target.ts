import type { Prisma } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import type { ApiDeps } from '../deps.ts';
import { isIdLike } from '../ids.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import type { Target } from './destination-fields.ts';
import { shownUrl } from './put-sender.ts';

/** Row of a destination in the database. */
export type DestinationRow = Prisma.DestinationGetPayload<Prisma.DestinationDefaultArgs>;

/**
 * Returns the database columns of a target: its displayable settings, and the complete target, encrypted for the row
 * `id`.
 */
export function storedTarget(secrets: SecretBox, id: string, target: Target) {
  return {
    kind: target.kind,
    settings: shown(target),
    secret: secrets.seal('Destination', id, JSON.stringify(target)),
  };
}

/** Decrypts the target of a row. Throws an error that names the row when its key is not available. */
export function openTarget(secrets: SecretBox, row: Pick<DestinationRow, 'id' | 'secret'>): Target {
  const target: Target = JSON.parse(secrets.open('Destination', row.id, row.secret));
  return target;
}

function shown(target: Target): Prisma.InputJsonObject {
  switch (target.kind) {
    case 's3': {
      const { endpoint = null, region = 'us-east-1', bucket, prefix = '' } = target;
      return { endpoint, region, bucket, prefix };
    }
    case 'sftp': {
      const { host, port = 22, user, hostKeyFingerprint, folder = '' } = target;
      return { host, port, user, hostKeyFingerprint, folder };
    }
    case 'put':
      return { url: shownUrl(target.url) };
  }
}

/** Creates the error for a missing destination. A destination of another account gets the same error. */
export function destinationNotFound(): FramemillError {
  return new FramemillError('not_found', 'There is no such destination. Check its id.');
}

/** Finds a destination of the account. Throws `not_found`. */
export async function findDestination({ database }: ApiDeps, accountId: string, id: string): Promise<DestinationRow> {
  const where = { id, accountId, listed: true };
  const row = isIdLike(id) ? await database.client.destination.findFirst({ where }) : null;
  if (!row) throw destinationNotFound();
  return row;
}
