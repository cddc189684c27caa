import { FramemillError } from '@framemill/timeline';
import { requireScope } from '../auth/authenticate.ts';
import { TooHeavy } from '../limiter/too-heavy.ts';
import { ConfirmationNeeded } from './confirmation.ts';
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
 * models read it and mend their call. Throws `ConfirmationNeeded`, for the client to ask.
 */
export async function callTool(
  tool: ListedTool,
  input: Record<string, unknown>,
  context: ToolContext,
): Promise<CallAnswer> {
  try {
    if (tool.scope !== null) requireScope(context.caller, tool.scope);
    const answer = await tool.run(tool.read(input), context);
    const data = tool.words.answer(answer.data);
    const { content = [] } = answer;
    return { content: [{ type: 'text', text: JSON.stringify(data) }, ...content], structuredContent: data };
  } catch (error) {
    if (error instanceof ConfirmationNeeded) throw error;
    if (error instanceof TooHeavy) {
      // Nobody reads what is answered when a thread answers in its place.
      if (!context.giveUp(error)) return failed(tooLate);
    } else if (!(error instanceof FramemillError) && !context.signal.aborted) {
      context.deps.log.error({ err: error, tool: tool.name }, 'a tool failed inside');
    }
    return failed(
      error instanceof FramemillError
        ? tool.words.refusal(refusal(error))
        : { code: 'internal_error', message: 'The service failed; the outcome is unknown. Read the state again.' },
    );
  }
}

/** The answer to a call that a thread should have had from the beginning. */
const tooLate = {
  code: 'unavailable',
  message:
    'The call is too large to go on after its answer has begun. Nothing was changed; call again, with confirm: true where the person agreed.',
};

/** An error as the API words it. */
function refusal({ code, message, details }: FramemillError): Record<string, unknown> {
  return { code, message, ...details };
}

/** The answer to a call that a person has not agreed to. */
export function unconfirmed(error: ConfirmationNeeded, wasDeclined: boolean): CallAnswer {
  return failed(
    wasDeclined ? { ...refusal(error), message: 'The person did not agree. Nothing was done.' } : refusal(error),
  );
}

function failed(error: Record<string, unknown>): CallAnswer {
  return { content: [{ type: 'text', text: JSON.stringify({ error }) }], structuredContent: { error }, isError: true };
}
