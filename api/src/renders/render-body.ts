import { type Static, Type } from '@framemill/timeline/typebox';
import { DestinationWishSchema } from '../destinations/order-delivery.ts';
import { VariableValuesSchema } from '../projects/variable-values.ts';
import { AspectSchema, FormatSchema, imageFields, OutputsSchema, QualitySchema } from './output-schema.ts';
import { QcSchema } from './report-schema.ts';

/** Schema of the body that starts a render. */
export const RenderBodySchema = Type.Object({
  projectId: Type.String(),
  format: Type.Optional(FormatSchema),
  quality: Type.Optional(QualitySchema),
  resolution: Type.Optional(Type.String({ description: '`full` (default); any other text means half the size.' })),
  aspect: Type.Optional(AspectSchema),
  ...imageFields,
  outputs: Type.Optional(OutputsSchema),
  variables: Type.Optional(VariableValuesSchema),
  smart: Type.Optional(
    Type.Boolean({
      description:
        'Smart rendering: groups of pictures of H.264 files that nothing touches are copied into an MP4, not encoded again. Default true; false encodes all of them.',
    }),
  ),
  destination: Type.Optional(DestinationWishSchema),
  reference: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'What you call the film, for the name of its files at the destination.',
    }),
  ),
  qc: Type.Optional(QcSchema),
  dryRun: Type.Optional(
    Type.Boolean({ description: 'True: the answer is a quote (200). Nothing is queued, created or charged.' }),
  ),
});

/** Validated body of a request that starts a render; see `RenderBodySchema`. */
export type RenderBody = Static<typeof RenderBodySchema>;
