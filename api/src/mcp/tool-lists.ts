import type { Scope } from '../auth/scopes.ts';
import { inputReader } from '../http/input.ts';
import { commandTools } from './command-tools.ts';
import type { McpTool } from './tool.ts';
import { createToolWords, type ToolWords } from './tool-words.ts';
import { findingTools, serviceTools } from './tools/index.ts';

/** Tool with the function that checks its input. */
export interface ListedTool extends McpTool {
  /** Checks and returns the arguments of a call. Throws `invalid_request` that names the field. */
  read(input: unknown): Record<string, unknown>;
  /** Rewrites texts of the API in terms of tools. */
  words: ToolWords;
}

/** Lists of tools that clients can choose from. Each has a fixed order and is the same for every caller. */
export interface ToolLists {
  /** Tools of `core`, then one tool for each command. */
  all: ListedTool[];
  /** Tools of the service, and two that find commands for `apply_commands`. */
  core: ListedTool[];
}

/** Builds the lists of tools. Call it once per process. */
export function createToolLists(): ToolLists {
  const words = createToolWords([...serviceTools, ...findingTools]);
  const listed = (tool: McpTool): ListedTool => {
    const read = inputReader(tool.checked ?? tool.inputSchema, 'arguments');
    return {
      ...{ ...tool, words, description: words.text(tool.description), inputSchema: described(tool.inputSchema, words) },
      read: (input) => read(input) as Record<string, unknown>,
    };
  };
  const core = [...serviceTools, ...findingTools].map(listed);
  return { all: [...core, ...commandTools().map(listed)], core };
}

/** Returns a schema with its descriptions rewritten in terms of tools. */
function described(schema: Record<string, unknown>, { text }: ToolWords): Record<string, unknown> {
  const reviver = (key: string, value: unknown) =>
    key === 'description' && typeof value === 'string' ? text(value) : value;
  return JSON.parse(JSON.stringify(schema), reviver);
}

let scopes: readonly Scope[] | undefined;

/** Returns the scopes that the tools need, those of the service first. A client requests them from the person. */
export function toolScopes(): readonly Scope[] {
  scopes ??= findScopes();
  return scopes;
}

function findScopes(): Scope[] {
  const tools = [...serviceTools, ...findingTools, ...commandTools()];
  return [...new Set(tools.flatMap(({ scope }) => (scope === null ? [] : [scope])))];
}
