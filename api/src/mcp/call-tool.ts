import { FramemillError } from '@framemill/timeline';
import { requireScope } from '../auth/authenticate.ts';
import { TooHeavy } from '../limiter/too-heavy.ts';
import { ConfirmationNeeded } from './confirmation.ts';
import type { ToolContent, ToolContext } from './tool.ts';
import type { ListedTool } from './tool-lists.ts';

/** Result of a tool call in the form that the protocol requires. */
export interface CallAnswer {
  content: ToolContent[];
  structuredContent: Record<string, unknown>;
  isError?: boolean;
}

/**
 * Calls a tool. A failure that the caller can act on becomes an answer with `isError`, whose structured content is the
 * API's error: models read it and correct their call. Throws `ConfirmationNeeded`, on which the caller asks the person.
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
      // When a thread answers the request instead, this return value is discarded.
      if (!context.giveUp(error)) return failed(tooLate);
    } else if (!(error instanceof FramemillError) && !context.signal.aborted) {
      context.deps.log.error({ err: error, tool: tool.name }, 'a tool failed with an internal error');
    }
    return failed(
      error instanceof FramemillError
        ? tool.words.refusal(refusal(error))
        : { code: 'internal_error', message: 'The service failed; the outcome is unknown. Read the state again.' },
    );
  }
}

/**
 * Error for a call that turns out to be too large after its answer has begun, when a thread can no longer take it over.
 */
const tooLate = {
  code: 'unavailable',
  message:
    'The call is too large to continue after its answer has begun. Nothing was changed. ' +
    'Call again, with confirm: true if the user agreed.',
};

/** Returns an error in the form of the API. */
function refusal({ code, message, details }: FramemillError): Record<string, unknown> {
  return { code, message, ...details };
}

/** Builds the answer to a call that needs a person's consent. `wasDeclined`: the person declined. */
export function unconfirmed(error: ConfirmationNeeded, wasDeclined: boolean): CallAnswer {
  return failed(
    wasDeclined ? { ...refusal(error), message: 'The person did not agree. Nothing was done.' } : refusal(error),
  );
}

function failed(error: Record<string, unknown>): CallAnswer {
  return { content: [{ type: 'text', text: JSON.stringify({ error }) }], structuredContent: { error }, isError: true };
}
