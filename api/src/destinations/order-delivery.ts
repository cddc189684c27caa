import type { DeliveryOrder } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import { type Static, Type } from '@framemill/timeline/typebox';
import type { ApiDeps } from '../deps.ts';
import { newId } from '../ids.ts';
import { LONGEST_PUT_URL, PutHeadersSchema, type Target } from './destination-fields.ts';
import { DEFAULT_FILE_NAME } from './file-names.ts';
import { takesManyFiles } from './put-sender.ts';
import { findDestination, openTarget, storedTarget } from './stored-target.ts';

/**
 * Schema of the destination requested for the files of a render: a stored destination, or an address signed for this
 * delivery.
 */
export const DestinationWishSchema = Type.Object(
  {
    id: Type.Optional(Type.String({ description: 'Of a destination: see `POST /v1/destinations`.' })),
    url: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: LONGEST_PUT_URL,
        description: 'In place of `id`: an http or https address that takes the file by PUT, such as a pre-signed one.',
      }),
    ),
    headers: Type.Optional(PutHeadersSchema),
  },
  {
    description:
      'Where the files are sent once the render is complete: `deliveries` of the render tells how that goes.',
  },
);
/** Destination requested for the files of a render. */
export type DestinationWish = Static<typeof DestinationWishSchema>;

/**
 * Prepares the delivery of the files of a render or a batch, and returns the data to store with it.
 * Call it once, before the render or batch is created. `files` is the number of resulting files. The caller adds
 * `reference` and `name` to the result. Throws `not_found`. Throws `invalid_request` for an address that is not
 * allowed, and for an address without a file name placeholder when there are several files.
 */
export async function orderDelivery(
  deps: ApiDeps,
  accountId: string,
  wish: DestinationWish,
  files: number,
): Promise<DeliveryOrder> {
  const { id, url, headers } = wish;
  if ((id === undefined) === (url === undefined)) {
    const message = 'body.destination has both an id and a url, or neither. Send exactly one of them.';
    throw new FramemillError('invalid_request', message, { field: 'body.destination' });
  }
  if (id !== undefined) {
    const row = await findDestination(deps, accountId, id);
    refuseSeveral(openTarget(deps.secrets, row), files, 'body.destination.id');
    return { destinationId: row.id, kind: row.kind };
  }
  const target = { kind: 'put' as const, url: url ?? '', ...(headers === undefined ? {} : { headers }) };
  refuseSeveral(target, files, 'body.destination.url');
  await deps.outbound.check(target.url, { longest: LONGEST_PUT_URL, field: 'body.destination.url' });
  const unlisted = newId('dst');
  await deps.database.client.destination.create({
    data: {
      ...{ id: unlisted, accountId, name: '', fileName: DEFAULT_FILE_NAME, listed: false },
      ...storedTarget(deps.secrets, unlisted, target),
    },
  });
  return { destinationId: unlisted, kind: 'put' };
}

function refuseSeveral(target: Target, files: number, field: string): void {
  if (target.kind !== 'put' || files === 1 || takesManyFiles(target.url)) return;
  const message = `The URL accepts one file, not ${files}. Put {fileName} into the URL, or use a bucket or SFTP.`;
  throw new FramemillError('invalid_request', message, { field });
}
