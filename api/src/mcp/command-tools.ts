import { catalogue } from '@framemill/compositor/catalog';
import { commandSchema } from '@framemill/timeline';
import { frameContent } from './ask-route.ts';
import { editProject, ReceiptSchema } from './edit-project.ts';
import { answerSchema, changing, type McpTool } from './tool.ts';

/** Pattern of commands that remove existing content. */
const destructive = /^(remove|clear|cut|trimSilence|replace|reset)/;

const receipt = answerSchema(ReceiptSchema);

/** Fields that every command's tool has in addition to the command's own parameters. */
const shared = {
  projectId: { type: 'string', description: 'The project to edit.' },
  rev: { type: 'integer', minimum: 1, description: 'The rev that you saw: refused if the same parts changed since.' },
  preview: { type: 'string', enum: ['none', 'frame'], description: '`frame`: also show a frame of the result.' },
};

/**
 * Returns one tool for each command, named after it. Its answer is a receipt with a token that undoes the edit. The
 * list is built once per process.
 */
export function commandTools(): readonly McpTool[] {
  made ??= makeCommandTools();
  return made;
}

let made: McpTool[] | undefined;

function makeCommandTools(): McpTool[] {
  const { commands } = commandSchema(catalogue);
  return Object.entries(commands).map(([op, { description, params }]) => ({
    name: op,
    title: titleOf(op),
    description,
    scope: 'projects.write' as const,
    inputSchema: inputSchema(params as CommandParams),
    outputSchema: receipt,
    checked: { type: 'object', properties: shared, required: ['projectId'] },
    annotations: { ...changing, destructiveHint: destructive.test(op) },
    async run({ projectId, rev, preview, ...own }, context) {
      const edit = { projectId: String(projectId), commands: [{ op, ...own }] };
      const receipt = await editProject(context, { ...edit, ...(typeof rev === 'number' ? { rev } : {}) });
      const at = receipt.suggestedPreviewTimes[0];
      if (preview !== 'frame' || at === undefined || !receipt.ok) return { data: receipt };
      return { data: receipt, content: [await frameContent(context, receipt.projectId, at)] };
    },
  }));
}

interface CommandParams {
  properties?: Record<string, unknown>;
  required?: string[];
}

function inputSchema(params: CommandParams): Record<string, unknown> {
  const { properties = {}, required = [] } = JSON.parse(JSON.stringify(params)) as CommandParams;
  return {
    type: 'object',
    properties: { ...shared, ...properties },
    required: ['projectId', ...required],
    additionalProperties: false,
  };
}

/** Converts a command name to a readable title: `addTextClip` becomes "Add text clip". */
function titleOf(op: string): string {
  const words = op.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
