import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { lockAccountRow } from '../database/lock-account-row.ts';
import { checkTarget } from '../destinations/check-target.ts';
import { TargetFieldsSchema, targetOf } from '../destinations/destination-fields.ts';
import {
  CheckResultSchema,
  DestinationRecordSchema,
  destinationFields,
  destinationRecord,
} from '../destinations/destination-record.ts';
import { checkFileName, DEFAULT_FILE_NAME } from '../destinations/file-names.ts';
import { storedTarget } from '../destinations/stored-target.ts';
import { TEST_BUCKET } from '../destinations/test-bucket.ts';
import { newId } from '../ids.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Maximum destinations of one account. */
const MOST_DESTINATIONS = 50;

/** Route that tests and adds a destination for finished files: POST /v1/destinations. */
export const createDestination = defineRoute({
  name: 'create-destination',
  method: 'POST',
  path: '/destinations',
  scope: 'render.write',
  summary: 'Add a destination',
  description:
    'Notes a place where finished files are sent: a bucket (`s3`), an SFTP folder (`sftp`) or an address that takes a PUT (`put`). It is tested ' +
    'first: a file of a few bytes is written and removed. Credentials are stored encrypted and never shown. Servers in private networks are ' +
    'refused unless the operator allows them.',
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
        const message = `An account has at most ${MOST_DESTINATIONS} destinations. Delete one first.`;
        const details = { what: 'destinations', used: count, limit: MOST_DESTINATIONS };
        throw new FramemillError('quota_exceeded', message, details);
      }
      return { destination: destinationRecord(await tx.destination.create({ data })), check };
    });
  },
});
