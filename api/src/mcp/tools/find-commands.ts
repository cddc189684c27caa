import { catalogue } from '@framemill/compositor/catalog';
import { commandSchema } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { getCommandSchema } from '../../routes/get-command-schema.ts';
import { searchCommands } from '../command-search.ts';
import { defineTool } from '../define-tool.ts';
import { reading } from '../tool.ts';

export const findCommands = defineTool({
  name: 'find_commands',
  title: 'Find commands',
  description:
    'The commands that edit projects: all, or the best for a few words such as `crossfade`, `lower third` or `slow motion`. `params` ' +
    'makes what was asked for; `hint` says when another tool does it. Then `describe_commands`.',
  route: getCommandSchema,
  scope: null,
  input: Type.Object({
    query: Type.Optional(Type.String({ maxLength: 100, description: 'Words to look for, in English.' })),
  }),
  output: Type.Object({
    commands: Type.Array(
      Type.Object({ op: Type.String(), description: Type.String(), params: Type.Optional(Type.Unknown()) }),
    ),
    hint: Type.Optional(Type.String()),
  }),
  annotations: reading,
  async run({ query = '' }) {
    if (query.trim() !== '') return { data: { ...searchCommands(query) } };
    const { commands } = commandSchema(catalogue);
    return { data: { commands: Object.entries(commands).map(([op, { description }]) => ({ op, description })) } };
  },
});
