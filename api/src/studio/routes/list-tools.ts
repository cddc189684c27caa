import { Type } from '@framemill/timeline/typebox';
import { defineConsoleRoute } from '../../console/define-console-route.ts';
import { commandTools } from '../../mcp/command-tools.ts';
import { serviceTools } from '../../mcp/tools/index.ts';

/** Route `GET /api/studio/tools`: lists the tools of the MCP server. */
export const listTools = defineConsoleRoute({
  name: 'list-tools',
  method: 'GET',
  path: '/api/studio/tools',
  access: 'session',
  summary:
    'The tools of the MCP server as it lists them: the Studio offers those of an open project to agents of the browser',
  status: 200,
  answer: Type.Object({
    tools: Type.Array(
      Type.Object({
        name: Type.String(),
        title: Type.String(),
        description: Type.String(),
        inputSchema: Type.Unknown({ description: 'JSON Schema of an object.' }),
        annotations: Type.Object({ readOnlyHint: Type.Boolean(), destructiveHint: Type.Boolean() }),
      }),
    ),
  }),
  errors: [],
  examples: [{ title: 'All' }],
  async handle() {
    const tools = [...serviceTools, ...commandTools()].map((tool) => {
      const { name, title, description, inputSchema } = tool;
      const { readOnlyHint, destructiveHint } = tool.annotations;
      return { name, title, description, inputSchema, annotations: { readOnlyHint, destructiveHint } };
    });
    return { tools };
  },
});
