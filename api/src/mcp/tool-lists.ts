import type { Scope } from '../auth/scopes.ts';
import { inputReader } from '../http/input.ts';
import { commandTools } from './command-tools.ts';
import type { McpTool } from './tool.ts';
import { createToolWords, type ToolWords } from './tool-words.ts';
import { findingTools, serviceTools } from './tools/index.ts';

/** A tool with the check of its input. */
export interface ListedTool extends McpTool {
  /** Returns the arguments of a call. Throws `invalid_request` that names the field. */
  read(input: unknown): Record<string, unknown>;
  /** Makes texts of the API those of tools. */
  words: ToolWords;
}

/** The lists that clients can ask for, each in a fixed order, the same for everybody. */
export interface ToolLists {
  /** Those of `core`, then one for each command. */
  all: ListedTool[];
  /** The service's, and two that find commands for `apply_commands`. */
  core: ListedTool[];
}

/** Makes the lists, once a process. */
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

/** A schema with its descriptions in the words of tools. */
function described(schema: Record<string, unknown>, { text }: ToolWords): Record<string, unknown> {
  const reviver = (key: string, value: unknown) =>
    key === 'description' && typeof value === 'string' ? text(value) : value;
  return JSON.parse(JSON.stringify(schema), reviver);
}

let scopes: readonly Scope[] | undefined;

/** Scopes that the tools need, those of the service first: what a client asks a person for. */
export function toolScopes(): readonly Scope[] {
  scopes ??= findScopes();
  return scopes;
}

function findScopes(): Scope[] {
  const tools = [...serviceTools, ...findingTools, ...commandTools()];
  return [...new Set(tools.flatMap(({ scope }) => (scope === null ? [] : [scope])))];
}
