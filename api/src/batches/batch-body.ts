import { MOST_BATCH_ITEMS } from '@framemill/scheduler';
import { type Static, Type } from '@framemill/timeline/typebox';
import { DestinationWishSchema } from '../destinations/order-delivery.ts';
import { VariableValuesSchema } from '../projects/variable-values.ts';
import { AspectSchema, FormatSchema, imageFields, OutputsSchema, QualitySchema } from '../renders/output-schema.ts';
import { QcSchema } from '../renders/report-schema.ts';
import { LONGEST_BODY_BYTES } from '../routing/register-routes.ts';
import { endpointFields } from '../webhooks/endpoint-record.ts';

const ItemSchema = Type.Object({
  variables: VariableValuesSchema,
  reference: Type.Optional(
    Type.String({ maxLength: 200, description: 'What you know it by; it comes back with the item.' }),
  ),
  name: Type.Optional(Type.String({ maxLength: 200 })),
});

/** Body of a request that creates a batch. */
export const BatchBodySchema = Type.Object({
  projectId: Type.String(),
  name: Type.Optional(Type.String({ maxLength: 200, description: 'For people.' })),
  items: Type.Optional(Type.Array(ItemSchema, { minItems: 1, maxItems: MOST_BATCH_ITEMS })),
  csv: Type.Optional(
    Type.String({
      maxLength: LONGEST_BODY_BYTES,
      description:
        'In place of `items`: a table as CSV. Its first row names variables of the project, and perhaps `reference` and `name`; each ' +
        'further row is an item. An empty cell leaves the variable its default.',
    }),
  ),
  csvMediaId: Type.Optional(
    Type.String({
      maxLength: 64,
      description:
        'In place of `items`: media of kind `table`, an uploaded CSV file of at most 5 MB, read as `csv` is.',
    }),
  ),
  format: Type.Optional(FormatSchema),
  quality: Type.Optional(QualitySchema),
  resolution: Type.Optional(Type.Enum(['full', 'half'], { description: 'Default full.' })),
  aspect: Type.Optional(AspectSchema),
  ...imageFields,
  outputs: Type.Optional(OutputsSchema),
  webhook: Type.Optional(
    Type.String({
      ...endpointFields.url,
      description:
        'An address of this batch alone: `batch.completed` is sent there, beside the endpoints of the account, signed with the `secret` of the answer.',
    }),
  ),
  destination: Type.Optional(DestinationWishSchema),
  qc: Type.Optional(QcSchema),
  dryRun: Type.Optional(
    Type.Boolean({
      description:
        'True: the answer is a quote (200). Nothing is created. Of more than 200 items some are looked at and stand for all.',
    }),
  ),
});

/** Validated body of a request that creates a batch; see `BatchBodySchema`. */
export type BatchBody = Static<typeof BatchBodySchema>;
