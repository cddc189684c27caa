import { type Static, type TObject, Value } from '@framemill/timeline/typebox';
import type { McpTool, ToolContext, ToolOutcome } from './tool.ts';

/** A tool as its file states it: `input` is a TypeBox object, and `run` sees its type. */
export interface ToolSpec<Input extends TObject> extends Omit<McpTool, 'inputSchema' | 'run'> {
  input: Input;
  run(input: Static<Input>, context: ToolContext): Promise<ToolOutcome>;
}

/** Makes a tool of its spec. */
export function defineTool<Input extends TObject>({ input, run, ...stated }: ToolSpec<Input>): McpTool {
  return {
    ...stated,
    inputSchema: JSON.parse(JSON.stringify(input)),
    run: (given, context) => run(Value.Parse(input, given), context),
  };
}
