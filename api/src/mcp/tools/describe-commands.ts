import { catalogue } from '@framemill/compositor/catalog';
import { commandSchema, FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { defineTool } from '../define-tool.ts';
import { reading } from '../tool.ts';

export const describeCommands = defineTool({
  name: 'describe_commands',
  title: 'Describe commands',
  description: 'The parameters of commands, as JSON Schema, for `apply_commands`.',
  scope: null,
  input: Type.Object({ ops: Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: 20 }) }),
  output: Type.Object({ description: Type.String(), commands: Type.Record(Type.String(), Type.Unknown()) }),
  annotations: reading,
  async run({ ops }) {
    const { description, commands } = commandSchema(catalogue);
    const unknown = ops.filter((op) => !Object.hasOwn(commands, op));
    if (unknown.length > 0) {
      const message = `There is no command ${unknown.join(', ')}. Call find_commands for the list.`;
      throw new FramemillError('invalid_request', message, { field: 'ops' });
    }
    return { data: { description, commands: Object.fromEntries(ops.map((op) => [op, commands[op]])) } };
  },
});
