import { catalogue } from '@framemill/compositor/catalog';
import { commandSchema } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { defineTool } from '../define-tool.ts';
import { reading } from '../tool.ts';

export const findCommands = defineTool({
  name: 'find_commands',
  title: 'Find commands',
  description:
    'Names and descriptions of the commands that edit projects, all or those with a word in them. Then `describe_commands`.',
  scope: null,
  input: Type.Object({ query: Type.Optional(Type.String({ maxLength: 100, description: 'Words to look for.' })) }),
  output: Type.Object({ commands: Type.Array(Type.Object({ op: Type.String(), description: Type.String() })) }),
  annotations: reading,
  async run({ query = '' }) {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const { commands } = commandSchema(catalogue);
    const found = Object.entries(commands).flatMap(([op, { description }]) => {
      const text = `${op} ${description}`.toLowerCase();
      return words.every((word) => text.includes(word)) ? [{ op, description }] : [];
    });
    return { data: { commands: found } };
  },
});
