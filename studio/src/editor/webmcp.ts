import type { SessionPaths } from '@framemill/api/session-client';
import { type Command, durationSec } from '@framemill/timeline';
import { useEffect } from 'react';
import { api } from '../client/api.ts';
import { answerOf, sentenceOf } from '../client/api-error.ts';
import { choiceOf, filesOf, startRender } from '../renders/render-choice.ts';
import { amountText } from '../ui/format.ts';
import { COMMAND_ENTRIES } from './commands/registry.ts';
import type { Editor } from './model/editor-store.ts';

/** Offers the tools of an open project to agents in the browser, if the browser supports that. */
export function usePageTools(editor: Editor | null): void {
  useEffect(() => {
    const context = modelContextOf(navigator);
    if (!editor || !context) return;
    const ops = new Set(COMMAND_ENTRIES.map(({ op }) => op));
    let withdraw: (() => void) | null = null;
    let isOver = false;
    answerOf(api.GET('/api/studio/tools')).then(
      ({ tools }) => {
        if (!isOver)
          withdraw = offerTools(
            context,
            editorTools(tools, editor, (op) => ops.has(op)),
          );
      },
      // The tools are optional: without them the editor works as usual.
      () => undefined,
    );
    return () => {
      isOver = true;
      withdraw?.();
    };
  }, [editor]);
}

/** Tool record as the MCP server lists it. */
type ListedTool =
  SessionPaths['/api/studio/tools']['get']['responses'][200]['content']['application/json']['tools'][number];

type Input = Record<string, unknown>;

/**
 * Parameters of MCP tools that do not apply in an open editor, because the editor always shows the current document and
 * has its own undo.
 */
const NOT_HERE: ReadonlySet<string> = new Set(['rev', 'preview', 'undo', 'dryRun', 'atomic']);

/**
 * Returns the tools of an open project, derived from those that the MCP server lists: all commands, and tools that
 * read, render and import media.
 * Edits are made in the open editor: they are visible at once, form one undo step and are saved like any other edit.
 * Tools without an equivalent in the editor are left out.
 */
function editorTools(listed: readonly ListedTool[], editor: Editor, isCommand: (op: string) => boolean): PageTool[] {
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
 * Returns the parameters of the command, without `projectId` and those in `NOT_HERE`. Throws when the input names a
 * project other than the open one.
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
  // Agents edit the whole project, not the composition that is open.
  actions.leave(0);
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
 * Returns a tool's input schema with only the parameters that apply in the open editor. `projectId` becomes optional;
 * its default is the open project.
 */
function schemaHere(schema: unknown, isHere: (field: string) => boolean): Input {
  const { properties = {}, required = [], ...rest } = Object(schema);
  const here = Object.entries(Object(properties)).filter(([name]) => isHere(name));
  const needed = Array.isArray(required) ? required.filter((name) => name !== 'projectId' && isHere(name)) : [];
  return { ...rest, properties: Object.fromEntries(here), required: needed };
}

/** Implementation of an MCP server tool by a call from the editor to the service. */
interface ServiceCall {
  /** Parameters of the tool that are supported. */
  takes: readonly string[];
  /** Calls the service. `open` is the id of the open project. Throws `ApiError` when the service refuses the call. */
  call(input: Input, open: string): Promise<Input>;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
const VIEWS = ['summary', 'clips', 'document'] as const;
const STOCK_TYPES = ['photo', 'video', 'music'] as const;

/** Implementations of MCP tools by name. They use the session of the signed-in user. */
const SERVICE_CALLS: Readonly<Record<string, ServiceCall>> = {
  get_project: {
    takes: ['projectId', 'view'],
    call({ projectId, view }, open) {
      const query = { view: VIEWS.find((one) => one === view) ?? 'clips' };
      return answerOf(api.GET('/v1/projects/{id}', { params: { path: { id: textOf(projectId) ?? open }, query } }));
    },
  },
  list_projects: {
    takes: ['cursor'],
    call({ cursor }) {
      const from = textOf(cursor);
      return answerOf(api.GET('/v1/projects', { params: { query: from === undefined ? {} : { cursor: from } } }));
    },
  },
  start_render: {
    takes: ['projectId', 'format', 'quality', 'resolution'],
    async call({ projectId, ...wanted }, open) {
      const choice = choiceOf({ format: '', quality: '', resolution: '', ...wanted });
      return { render: await startRender({ projectId: textOf(projectId) ?? open, ...filesOf(choice) }) };
    },
  },
  get_render: {
    takes: ['renderId'],
    call: ({ renderId }) => answerOf(api.GET('/v1/renders/{id}', { params: { path: { id: textOf(renderId) ?? '' } } })),
  },
  import_media: {
    takes: ['url', 'name'],
    call({ url, name }) {
      const called = textOf(name);
      const body = { url: textOf(url) ?? '', ...(called === undefined ? {} : { name: called }) };
      return answerOf(api.POST('/v1/media/import', { body }));
    },
  },
  search_stock: {
    takes: ['query', 'type'],
    call({ query, type }) {
      const wanted = { q: textOf(query) ?? '', type: STOCK_TYPES.find((one) => one === type) ?? 'photo' };
      return answerOf(api.GET('/v1/stock/search', { params: { query: wanted } }));
    },
  },
};

/** Result of a tool call by an agent. */
interface ToolAnswer {
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

/** Tool that a page offers to agents in the browser. */
interface PageTool {
  name: string;
  title: string;
  description: string;
  /** JSON schema of an object. */
  inputSchema: Record<string, unknown>;
  annotations: { readOnlyHint: boolean; destructiveHint: boolean };
  /** Runs the tool. Never rejects: errors are returned as results. */
  execute(input: Record<string, unknown>): Promise<ToolAnswer>;
}

/**
 * Interface of `navigator.modelContext` in browsers that support it. Implementations differ: some register tools one by
 * one, others all at once.
 */
interface ModelContext {
  registerTool?(tool: PageTool, options?: { signal: AbortSignal }): unknown;
  unregisterTool?(name: string): unknown;
  provideContext?(context: { tools: readonly PageTool[] }): unknown;
}

/** Returns the browser's model context; null when it has none. */
function modelContextOf(browser: object): ModelContext | null {
  const found: unknown = Reflect.get(browser, 'modelContext');
  return isModelContext(found) ? found : null;
}

function isModelContext(value: unknown): value is ModelContext {
  if (typeof value !== 'object' || value === null) return false;
  return ['registerTool', 'provideContext'].some((name) => typeof Reflect.get(value, name) === 'function');
}

/** Registers tools and returns a function that removes them. */
function offerTools(context: ModelContext, tools: readonly PageTool[]): () => void {
  if (!context.registerTool) {
    context.provideContext?.({ tools });
    return () => void context.provideContext?.({ tools: [] });
  }
  const stop = new AbortController();
  for (const tool of tools) context.registerTool(tool, { signal: stop.signal });
  return () => {
    stop.abort();
    for (const { name } of tools) context.unregisterTool?.(name);
  };
}
