import type { SessionPaths } from '@framemill/api/session-client';
import { type Command, durationSec } from '@framemill/timeline';
import { sentenceOf } from '../../client/api-error.ts';
import { amountText } from '../../ui/format.ts';
import type { Editor } from '../model/editor-store.ts';
import type { PageTool, ToolAnswer } from './model-context.ts';
import { SERVICE_CALLS } from './service-calls.ts';

/** Tool record as the MCP server lists it. */
export type ListedTool =
  SessionPaths['/api/studio/tools']['get']['responses'][200]['content']['application/json']['tools'][number];

type Input = Record<string, unknown>;

/**
 * Parameters of the server's tools that do not apply in an open editor: it always shows the current state and has its
 * own undo.
 */
const NOT_HERE: ReadonlySet<string> = new Set(['rev', 'preview', 'undo', 'dryRun', 'atomic']);

/**
 * Returns the tools of an open project, derived from those that the MCP server lists: all commands, and tools that
 * read, render and import media.
 * Edits are made in the open editor: they are visible at once, form one undo step and are saved like any other edit.
 * Tools without an equivalent in the editor are left out.
 */
export function editorTools(
  listed: readonly ListedTool[],
  editor: Editor,
  isCommand: (op: string) => boolean,
): PageTool[] {
  return listed.flatMap((tool): PageTool[] => {
    const work = workOf(tool, editor, isCommand);
    if (!work) return [];
    const { name, title, description, annotations } = tool;
    const takes = SERVICE_CALLS[name]?.takes;
    const isHere = (field: string) => (takes ? takes.includes(field) : !NOT_HERE.has(field));
    const inputSchema = schemaHere(tool.inputSchema, isHere);
    return [{ name, title, description, annotations, inputSchema, execute: safely(work) }];
  });
}

function workOf(
  { name, title }: ListedTool,
  editor: Editor,
  isCommand: (op: string) => boolean,
): ((input: Input) => Promise<Input>) | null {
  const { projectId } = editor.store.getState();
  if (isCommand(name)) return async (input) => edit(editor, title, [{ ...ownPart(input, projectId), op: name }]);
  if (name === 'apply_commands') {
    return async (input) => {
      const { commands } = ownPart(input, projectId);
      if (!isCommands(commands)) throw new Error('commands must be a list of at least one command, each with an op.');
      return edit(editor, amountText(commands.length, 'command'), commands);
    };
  }
  const service = SERVICE_CALLS[name];
  return service ? (input) => service.call(input, projectId) : null;
}

/**
 * Returns the parameters that belong to the command itself. Throws when the input names a project other than the open
 * one.
 */
function ownPart(input: Input, projectId: string): Input {
  const { projectId: wanted = projectId, ...own } = input;
  if (wanted !== projectId)
    throw new Error(`The open project is ${projectId}. Open the project ${String(wanted)} to edit it.`);
  return Object.fromEntries(Object.entries(own).filter(([name]) => !NOT_HERE.has(name)));
}

function isCommands(value: unknown): value is Command[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof Object(one).op === 'string');
}

function edit({ actions, store }: Editor, title: string, commands: readonly Command[]): Input {
  const problem = actions.problemOf(commands);
  const tried = problem === null ? actions.run(`Agent: ${title}`, commands, true) : null;
  if (!tried) throw new Error(problem ?? 'The commands could not be applied.');
  const { document, projectId } = store.getState();
  return {
    ...{ projectId, ok: true, results: tried.results },
    ...{ durationSec: durationSec(document), clipCount: document.clips.length },
  };
}

function safely(work: (input: Input) => Promise<Input>): PageTool['execute'] {
  return async (input): Promise<ToolAnswer> => {
    try {
      const data = await work(input);
      return { content: [{ type: 'text', text: JSON.stringify(data) }], structuredContent: data };
    } catch (error) {
      return { content: [{ type: 'text', text: sentenceOf(error) }], isError: true };
    }
  };
}

/**
 * Returns the schema with only the parameters that apply here. `projectId` becomes optional; its default is the open
 * project.
 */
function schemaHere(schema: unknown, isHere: (field: string) => boolean): Input {
  const { properties = {}, required = [], ...rest } = Object(schema);
  const here = Object.entries(Object(properties)).filter(([name]) => isHere(name));
  const needed = Array.isArray(required) ? required.filter((name) => name !== 'projectId' && isHere(name)) : [];
  return { ...rest, properties: Object.fromEntries(here), required: needed };
}
