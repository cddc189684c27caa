import { formats, qualities } from '@framemill/compositor/catalog';
import { Type } from '@framemill/timeline/typebox';
import { VariableValuesSchema } from '../../projects/variable-values.ts';

/** What tools take that order a render, or ask what it would take. */
export const renderInput = {
  projectId: Type.String({ maxLength: 64 }),
  format: Type.Optional(Type.Enum([...formats], { description: 'Default mp4.' })),
  quality: Type.Optional(Type.Enum([...qualities], { description: 'Default standard.' })),
  resolution: Type.Optional(Type.Enum(['full', 'half'], { description: 'Default full.' })),
  variables: Type.Optional(VariableValuesSchema),
  smart: Type.Optional(
    Type.Boolean({ description: 'False: also what is untouched of H.264 files is encoded again. Default true.' }),
  ),
};
