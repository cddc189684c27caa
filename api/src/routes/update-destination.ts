import { FramemillError } from '@framemill/timeline';
import { type Static, Type } from '@framemill/timeline/typebox';
import { checkTarget } from '../destinations/check-target.ts';
import { PutFieldsSchema, S3FieldsSchema, SftpFieldsSchema, type Target } from '../destinations/destination-fields.ts';
import { DestinationRecordSchema, destinationFields, destinationRecord } from '../destinations/destination-record.ts';
import { checkFileName } from '../destinations/file-names.ts';
import { findDestination } from '../destinations/find-destination.ts';
import { openTarget, storedTarget } from '../destinations/stored-target.ts';
import { TEST_BUCKET } from '../destinations/test-bucket.ts';
import { IdParams } from '../projects/fields.ts';
import { defineRoute } from '../routing/define-route.ts';

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
  scope: 'render.write',
  summary: 'Change a destination',
  description:
    'Changes what is sent; fields that are left out stay, credentials too. Its kind stays. A change of where files go, or of credentials, is tested ' +
    'first. Files that are on their way go to the changed place from their next attempt on.',
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
      const message = `Send at least one of ${Object.keys(BodySchema.properties).join(', ')}.`;
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
 * Returns the target with the changes of a request body. `null`: the body changes nothing of it. Throws
 * `invalid_request` for fields of another kind.
 */
function changedTarget(target: Target, body: Static<typeof BodySchema>): Target | null {
  const given = (['s3', 'put', 'sftp'] as const).filter((kind) => body[kind] !== undefined);
  const other = given.find((kind) => kind !== target.kind);
  if (other !== undefined) {
    const message = `The kind of a destination cannot change (from ${target.kind} to ${other}). Add another one.`;
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
