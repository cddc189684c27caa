import { type Static, type TObject, type TSchema, Value } from '@framemill/timeline/typebox';
import { answerSchema } from './answer-schema.ts';
import type { McpTool, ToolContext, ToolOutcome } from './tool.ts';

/**
 * Definition of a tool in its own file. `input` is a TypeBox object whose type `run` receives; `output` names the parts
 * of the answer.
 */
export interface ToolSpec<Input extends TObject> extends Omit<McpTool, 'inputSchema' | 'outputSchema' | 'run'> {
  input: Input;
  output: TSchema;
  run(input: Static<Input>, context: ToolContext): Promise<ToolOutcome>;
}

/** Builds a tool from its definition. */
export function defineTool<Input extends TObject>({ input, output, run, ...stated }: ToolSpec<Input>): McpTool {
  return {
    ...stated,
    inputSchema: JSON.parse(JSON.stringify(input)),
    outputSchema: answerSchema(output),
    run: (given, context) => run(Value.Parse(input, given), context),
  };
}
