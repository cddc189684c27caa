import { catalogue } from '@framemill/compositor/capabilities';
import { commandSchema } from '@framemill/timeline';
import { isRecord } from '@framemill/timeline/rendering';
import { Type } from '@framemill/timeline/typebox';
import { frameContent } from './ask-route.ts';
import { editProject, ReceiptSchema } from './edit-project.ts';
import { answerSchema, changing, type McpTool } from './tool.ts';

/** Pattern of commands that remove existing content. */
const destructive = /^(remove|clear|cut|trimSilence|replace|reset)/;

// Short: a client receives it once for each command. The schema of apply_commands has all fields.
const { ok, rev, createdClipIds, undo } = ReceiptSchema.properties;
const receipt = answerSchema(Type.Object({ ok, rev, createdClipIds, undo }));

/** Fields that every command's tool has in addition to the command's own parameters. */
const shared = {
  projectId: { type: 'string', description: 'The project to edit.' },
  rev: { type: 'integer', minimum: 1, description: 'The rev that you saw: refused if the same parts changed since.' },
  preview: { type: 'string', enum: ['none', 'frame'], description: '`frame`: also show a frame of the result.' },
};

/**
 * Returns one MCP tool for each editing command, with the command's name. Each tool returns a receipt with a token that
 * undoes the edit. The list is built once per process.
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
  const listed = Object.entries(properties).map(([name, schema]) => [name, listedParameter(schema)]);
  return {
    type: 'object',
    properties: { ...shared, ...Object.fromEntries(listed) },
    required: ['projectId', ...required],
    additionalProperties: false,
  };
}

/**
 * JSON Schema keywords that are left out of the list of tools. The code that runs commands checks them, and its error
 * messages name the valid values.
 */
const unlisted = new Set(['pattern', 'x-source']);
/** Keywords of JSON Schema that the list of tools shows for a field inside a parameter. All others are left out. */
const outlined = new Set(['type', 'enum', 'const', 'items', 'anyOf', 'oneOf']);

/**
 * Shortens the JSON Schema of a parameter, because every word in the list of tools costs the model tokens.
 * Of an object, only the names, types and values of its direct fields remain; deeper levels are left out.
 */
function listedParameter(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(listedParameter);
  if (!isRecord(schema)) return schema;
  const parts = Object.entries(schema).flatMap(([keyword, value]) => {
    if (unlisted.has(keyword)) return [];
    if (keyword !== 'properties' || !isRecord(value)) return [[keyword, listedParameter(value)]];
    return [[keyword, Object.fromEntries(Object.entries(value).map(([name, field]) => [name, listedField(field)]))]];
  });
  const short = Object.fromEntries(parts);
  if (short.properties === undefined) return short;
  const said = typeof short.description === 'string' ? `${short.description} ` : '';
  return { ...short, description: `${said}Call describe_commands for its fields.` };
}

function listedField(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(listedField);
  if (!isRecord(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]) =>
      outlined.has(keyword) ? [[keyword, listedField(value)]] : [],
    ),
  );
}

/** Converts a command name to a readable title: `addTextClip` becomes "Add text clip". */
function titleOf(op: string): string {
  const words = op.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
