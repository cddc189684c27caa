import { formats, qualities } from '@framemill/compositor/catalog';
import { Type } from '@framemill/timeline/typebox';
import { VariableValuesSchema } from '../../projects/variable-values.ts';
import { AspectSchema, OutputsSchema } from '../../renders/output-schema.ts';

/** What tools take that order a render, or ask what it would take. */
export const renderInput = {
  projectId: Type.String({ maxLength: 64 }),
  format: Type.Optional(Type.Enum([...formats], { description: 'Default mp4.' })),
  quality: Type.Optional(Type.Enum([...qualities], { description: 'Default standard.' })),
  resolution: Type.Optional(Type.Enum(['full', 'half'], { description: 'Default full.' })),
  aspect: Type.Optional(AspectSchema),
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
