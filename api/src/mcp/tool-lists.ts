import { inputReader } from '../http/input.ts';
import { commandTools } from './command-tools.ts';
import type { McpTool } from './tool.ts';
import { findingTools, serviceTools } from './tools/index.ts';

/** A tool with the check of its input. */
export interface ListedTool extends McpTool {
  /** Returns the arguments of a call. Throws `invalid_request` that names the field. */
  read(input: unknown): Record<string, unknown>;
}

/** The lists that clients can ask for, each in a fixed order, the same for everybody. */
export interface ToolLists {
  /** The service's, then one for each command. */
  all: ListedTool[];
  /** The service's, and two that find commands for `apply_commands`. */
  core: ListedTool[];
}

/** Makes the lists, once a process. */
export function createToolLists(): ToolLists {
  const listed = (tool: McpTool): ListedTool => {
    const read = inputReader(tool.checked ?? tool.inputSchema, 'arguments');
    return { ...tool, read: (input) => read(input) as Record<string, unknown> };
  };
  const service = serviceTools.map(listed);
  return { all: [...service, ...commandTools().map(listed)], core: [...service, ...findingTools.map(listed)] };
}
