import { FramemillError } from '@framemill/timeline';
import { requireScope } from '../auth/authenticate.ts';
import type { ToolContent, ToolContext } from './tool.ts';
import type { ListedTool } from './tool-lists.ts';

/** What the protocol wants of a call. */
export interface CallAnswer {
  content: ToolContent[];
  structuredContent: Record<string, unknown>;
  isError?: boolean;
}

/**
 * Calls a tool. What goes wrong for the caller is an answer with `isError`, whose structured content is the error of the API:
 * models read it and mend their call. Anything else is thrown.
 */
export async function callTool(
  tool: ListedTool,
  input: Record<string, unknown>,
  context: ToolContext,
): Promise<CallAnswer> {
  try {
    if (tool.scope !== null) requireScope(context.caller, tool.scope);
    const { data, content = [] } = await tool.run(tool.read(input), context);
    return { content: [{ type: 'text', text: JSON.stringify(data) }, ...content], structuredContent: data };
  } catch (error) {
    if (!(error instanceof FramemillError)) {
      context.deps.log.error({ err: error, tool: tool.name }, 'a tool failed inside');
      return failed({
        code: 'internal_error',
        message: 'The service failed; the outcome is unknown. Read the state again.',
      });
    }
    return failed({ code: error.code, message: error.message, ...error.details });
  }
}

function failed(error: Record<string, unknown>): CallAnswer {
  return { content: [{ type: 'text', text: JSON.stringify({ error }) }], structuredContent: { error }, isError: true };
}
