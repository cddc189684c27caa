import { formats } from '@framemill/compositor/catalog';
import { Type } from '@framemill/timeline/typebox';
import { VariableValuesSchema } from '../../projects/variable-values.ts';
import { AspectSchema, OutputsSchema, QualitySchema } from '../../renders/output-schema.ts';

/** Input fields for the main file of a render. */
export const ownFileInput = {
  format: Type.Optional(Type.Enum([...formats], { description: 'Default mp4.' })),
  quality: Type.Optional(QualitySchema),
  resolution: Type.Optional(Type.Enum(['full', 'half'], { description: 'Default full.' })),
  aspect: Type.Optional(AspectSchema),
};

/** Input fields of tools that start a render or request a quote. */
export const renderInput = {
  projectId: Type.String({ maxLength: 64 }),
  ...ownFileInput,
  variables: Type.Optional(VariableValuesSchema),
  smart: Type.Optional(
    Type.Boolean({ description: 'False: also what is untouched of H.264 files is encoded again. Default true.' }),
  ),
};

/**
 * Input fields for additional files and their destination. Only destinations added by a person are accepted, so that a
 * text can never direct a video to an address.
 */
export const filesInput = {
  outputs: Type.Optional(OutputsSchema),
  destination: Type.Optional(
    Type.Object({ id: Type.String({ maxLength: 64 }) }, { description: 'A destination of the account.' }),
  ),
};
