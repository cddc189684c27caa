import { formats } from '@framemill/compositor/catalog';
import { Type } from '@framemill/timeline/typebox';
import { VariableValuesSchema } from '../../projects/variable-values.ts';
import { AspectSchema, OutputsSchema, QualitySchema } from '../../renders/output-schema.ts';

/** What the own file of a render is to be, as tools take it. */
export const ownFileInput = {
  format: Type.Optional(Type.Enum([...formats], { description: 'Default mp4.' })),
  quality: Type.Optional(QualitySchema),
  resolution: Type.Optional(Type.Enum(['full', 'half'], { description: 'Default full.' })),
  aspect: Type.Optional(AspectSchema),
};

/** What tools take that order a render, or ask what it would take. */
export const renderInput = {
  projectId: Type.String({ maxLength: 64 }),
  ...ownFileInput,
  variables: Type.Optional(VariableValuesSchema),
  smart: Type.Optional(
    Type.Boolean({ description: 'False: also what is untouched of H.264 files is encoded again. Default true.' }),
  ),
};

/** What tools take that order files: which, and where they are sent. Only places that a person has added: a film goes to no address that a text says. */
export const filesInput = {
  outputs: Type.Optional(OutputsSchema),
  destination: Type.Optional(
    Type.Object({ id: Type.String({ maxLength: 64 }) }, { description: 'A destination of the account.' }),
  ),
};
