import { FramemillError } from '@framemill/timeline';
import { type Static, Type } from '@framemill/timeline/typebox';
import { NOTHING_TO_RETRY, retryDeliveries } from '../deliveries/delivery-attempt.ts';
import {
  PutFieldsSchema,
  S3FieldsSchema,
  SftpFieldsSchema,
  type Target,
  TargetFieldsSchema,
  targetOf,
} from '../destinations/destination-fields.ts';
import {
  CheckResultSchema,
  DestinationRecordSchema,
  destinationFields,
  destinationRecord,
} from '../destinations/destination-record.ts';
import { checkFileName, DEFAULT_FILE_NAME } from '../destinations/file-names.ts';
import { checkTarget } from '../destinations/open-sender.ts';
import { destinationNotFound, findDestination, openTarget, storedTarget } from '../destinations/stored-target.ts';
import { DeletedSchema, deleteOwn } from '../http/not-found.ts';
import { afterCursor, DEFAULT_PAGE_SIZE, newestFirst, PagingQuery, pageOf } from '../http/paging.ts';
import { newId } from '../ids.ts';
import type { Bucket } from '../limiter/limiter.ts';
import { lockAccountRow } from '../lock-account-row.ts';
import { IdParams } from '../projects/fields.ts';
import { RenderRecordSchema, renderAnswer } from '../renders/render-schema.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Route that lists the destinations of the account: GET /v1/destinations. */
export const listDestinations = defineRoute({
  name: 'list-destinations',
  method: 'GET',
  path: '/destinations',
  access: 'render.read',
  summary: 'List destinations',
  description: 'Lists the destinations of the account, newest first, without their credentials.',
  query: Type.Object(PagingQuery),
  status: 200,
  answer: Type.Object({
    destinations: Type.Array(DestinationRecordSchema),
    nextCursor: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  }),
  errors: [],
  examples: [{ title: 'The first page' }],
  async handle({ query, caller }, { database }) {
    const limit = query.limit ?? DEFAULT_PAGE_SIZE;
    const rows = await database.client.destination.findMany({
      where: { accountId: caller.accountId, listed: true, ...afterCursor(query.cursor, 'dst') },
      orderBy: newestFirst,
      take: limit + 1,
    });
    const { page, nextCursor } = pageOf(rows, limit);
    return { destinations: page.map(destinationRecord), nextCursor };
  },
});

/** Route that reads a destination without its credentials: GET /v1/destinations/{id}. */
export const getDestination = defineRoute({
  name: 'get-destination',
  method: 'GET',
  path: '/destinations/:id',
  access: 'render.read',
  summary: 'A destination',
  description: 'A destination without its credentials.',
  params: IdParams,
  status: 200,
  answer: Type.Object({ destination: DestinationRecordSchema }),
  errors: ['not_found'],
  examples: [{ title: 'One' }],
  async handle({ params, caller }, deps) {
    return { destination: destinationRecord(await findDestination(deps, caller.accountId, params.id)) };
  },
});

/** Route that deletes a destination: DELETE /v1/destinations/{id}. */
export const deleteDestination = defineRoute({
  name: 'delete-destination',
  method: 'DELETE',
  path: '/destinations/:id',
  access: 'render.write',
  summary: 'Delete a destination',
  description:
    'Deletes a destination with its credentials. Files that are on their way to it fail; what is there stays there.',
  params: IdParams,
  status: 200,
  answer: DeletedSchema,
  errors: ['not_found'],
  examples: [{ title: 'Delete' }],
  handle: ({ params, caller }, { database }) =>
    deleteOwn(database.client.destination, caller.accountId, params.id, destinationNotFound),
});

/**
 * Rate limit for tests of destinations, per API key and minute. It is low, because each test connects to a third
 * party's server.
 */
const TEST_BUCKET: Bucket = { name: 'api_v1_destination_test', limit: 30 };

/** Maximum number of destinations of one account. */
const MOST_DESTINATIONS = 50;

/** Route that tests and adds a destination for finished files: POST /v1/destinations. */
export const createDestination = defineRoute({
  name: 'create-destination',
  method: 'POST',
  path: '/destinations',
  access: 'render.write',
  summary: 'Add a destination',
  description:
    'Notes a place where finished files are sent: a bucket (`s3`), an SFTP folder (`sftp`) or an address that ' +
    'takes a PUT (`put`). It is tested first: a file of a few bytes is written and removed. Credentials are ' +
    'stored encrypted and never shown. Servers in private networks are refused unless the operator allows them.',
  body: Type.Object({
    name: destinationFields.name,
    fileName: Type.Optional(destinationFields.fileName),
    ...TargetFieldsSchema.properties,
  }),
  status: 201,
  answer: Type.Object({ destination: DestinationRecordSchema, check: CheckResultSchema }),
  errors: ['provider_error', 'quota_exceeded'],
  examples: [
    {
      title: 'An address that was signed for a PUT',
      body: { name: 'Drop', put: { url: 'https://media.example.org/holiday.mp4' } },
    },
  ],
  extraBucket: () => TEST_BUCKET,
  waits: () => true,
  async handle({ body, caller }, deps) {
    const { accountId } = caller;
    const { name, fileName = DEFAULT_FILE_NAME } = body;
    const target = targetOf(body);
    checkFileName(fileName);
    const check = await checkTarget(deps, target);
    const id = newId('dst');
    const data = { id, accountId, name, fileName, ...storedTarget(deps.secrets, id, target) };
    return deps.database.client.$transaction(async (tx) => {
      // Lock the account, so that concurrent additions are counted one after the other.
      await lockAccountRow(tx, accountId);
      const count = await tx.destination.count({ where: { accountId, listed: true } });
      if (count >= MOST_DESTINATIONS) {
        const message = `This account already has ${count} destinations, the maximum. Delete one first.`;
        const details = { what: 'destinations', used: count, limit: MOST_DESTINATIONS };
        throw new FramemillError('quota_exceeded', message, details);
      }
      return { destination: destinationRecord(await tx.destination.create({ data })), check };
    });
  },
});

const BodySchema = Type.Object({
  name: Type.Optional(destinationFields.name),
  fileName: Type.Optional(destinationFields.fileName),
  s3: Type.Optional(Type.Partial(S3FieldsSchema)),
  put: Type.Optional(Type.Partial(PutFieldsSchema)),
  sftp: Type.Optional(Type.Partial(SftpFieldsSchema)),
});

/** Route that changes a destination: PATCH /v1/destinations/{id}. */
export const updateDestination = defineRoute({
  name: 'update-destination',
  method: 'PATCH',
  path: '/destinations/:id',
  access: 'render.write',
  summary: 'Change a destination',
  description:
    'Changes what is sent; fields that are left out stay, credentials too. Its kind stays. A change of where ' +
    'files go, or of credentials, is tested first. Files that are on their way go to the changed place from ' +
    'their next attempt on.',
  params: IdParams,
  body: BodySchema,
  status: 200,
  answer: Type.Object({ destination: DestinationRecordSchema }),
  errors: ['not_found', 'provider_error'],
  examples: [{ title: 'Rename', body: { name: 'Archive of 2026' } }],
  extraBucket: () => TEST_BUCKET,
  waits: () => true,
  async handle({ params, body, caller }, deps) {
    const row = await findDestination(deps, caller.accountId, params.id);
    const { name, fileName } = body;
    if (Object.keys(BodySchema.properties).every((field) => !Object.hasOwn(body, field))) {
      const message = `The body has no change. Send at least one of ${Object.keys(BodySchema.properties).join(', ')}.`;
      throw new FramemillError('invalid_request', message, { field: 'body' });
    }
    if (fileName !== undefined) checkFileName(fileName);
    const target = changedTarget(openTarget(deps.secrets, row), body);
    if (target !== null) await checkTarget(deps, target);
    const stored = target && { ...storedTarget(deps.secrets, row.id, target), checkedAt: new Date() };
    // `updateMany` does not fail when the row was deleted at the same moment; the read below then reports it.
    await deps.database.client.destination.updateMany({ where: { id: row.id }, data: { name, fileName, ...stored } });
    return { destination: destinationRecord(await findDestination(deps, caller.accountId, row.id)) };
  },
});

/**
 * Returns the target with the changes from a request body; `null` when the body does not change the target.
 * Throws `invalid_request` for fields of another kind of target.
 */
function changedTarget(target: Target, body: Static<typeof BodySchema>): Target | null {
  const given = (['s3', 'put', 'sftp'] as const).filter((kind) => body[kind] !== undefined);
  const other = given.find((kind) => kind !== target.kind);
  if (other !== undefined) {
    const message = `A destination of the kind ${target.kind} cannot be changed to ${other}. Add another destination.`;
    throw new FramemillError('invalid_request', message, { field: `body.${other}` });
  }
  if (given.length === 0) return null;
  switch (target.kind) {
    case 's3':
      return { ...target, ...body.s3 };
    case 'put':
      return { ...target, ...body.put };
    case 'sftp':
      return { ...target, ...body.sftp };
  }
}

/** Route that tests a destination: POST /v1/destinations/{id}/test. */
export const testDestination = defineRoute({
  name: 'test-destination',
  method: 'POST',
  path: '/destinations/:id/test',
  access: 'render.write',
  summary: 'Test a destination',
  description:
    'Writes a file of a few bytes there and removes it, as when it was added. What goes wrong is a ' +
    '`provider_error` that says what to do.',
  params: IdParams,
  status: 200,
  answer: Type.Object({ destination: DestinationRecordSchema, check: CheckResultSchema }),
  errors: ['not_found', 'provider_error'],
  examples: [{ title: 'Test' }],
  extraBucket: () => TEST_BUCKET,
  waits: () => true,
  async handle({ params, caller }, deps) {
    const row = await findDestination(deps, caller.accountId, params.id);
    const check = await checkTarget(deps, openTarget(deps.secrets, row));
    await deps.database.client.destination.updateMany({ where: { id: row.id }, data: { checkedAt: new Date() } });
    return { destination: destinationRecord(await findDestination(deps, caller.accountId, row.id)), check };
  },
});

/** Route that sends undelivered files of a render again: POST /v1/renders/{id}/deliveries/retry. */
export const retryDeliveriesRoute = defineRoute({
  name: 'retry-deliveries',
  method: 'POST',
  path: '/renders/:id/deliveries/retry',
  access: 'render.write',
  summary: 'Deliver again',
  description:
    'Sends the files of a render that were not delivered again, now and with all retries before them: those that ' +
    'failed, and those that wait for their next attempt. They go to the destination as it is now. Without such ' +
    'files: 409 `invalid_request`.',
  params: IdParams,
  status: 200,
  answer: Type.Object({ render: RenderRecordSchema }),
  errors: ['not_found'],
  conflicts: [NOTHING_TO_RETRY],
  examples: [{ title: 'Again' }],
  async handle({ params, caller }, deps) {
    return { render: renderAnswer(deps, await retryDeliveries(deps, caller.accountId, params.id)) };
  },
});
