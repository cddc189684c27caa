import { catalogue } from '@framemill/compositor/catalog';
import { commandSchema } from '@framemill/timeline';
import { answerSchema } from './answer-schema.ts';
import { editProject, ReceiptSchema } from './edit-project.ts';
import { frameContent } from './frame-content.ts';
import { changing, type McpTool } from './tool.ts';

/** Commands that take away what was there. */
const destructive = /^(remove|clear|cut|trimSilence|replace|reset)/;

const receipt = answerSchema(ReceiptSchema);

/** Fields that every command's tool has beside the command's own. */
const shared = {
  projectId: { type: 'string', description: 'The project to edit.' },
  rev: { type: 'integer', minimum: 1, description: 'The rev that you saw: refused if the same parts changed since.' },
  preview: { type: 'string', enum: ['none', 'frame'], description: '`frame`: also show a frame of the result.' },
};

/** One tool for each command, named after it. Their answer is a receipt, with a token that undoes the edit. */
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

/** `addTextClip` as people read it: "Add text clip". */
function titleOf(op: string): string {
  const words = op.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
