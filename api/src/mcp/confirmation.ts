import { FramemillError } from '@framemill/timeline';
import {
  acceptedContent,
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
  type ServerContext,
} from '@modelcontextprotocol/server';

/** Error of a tool that needs a person's consent before it continues. Tools that throw it accept `confirm: true`. */
export class ConfirmationNeeded extends FramemillError {
  /** Question to the person, in one sentence. */
  readonly question: string;

  constructor(question: string, details: Record<string, unknown>) {
    super('invalid_request', `${question} Ask the person, then call again with confirm: true.`, {
      field: 'confirm',
      ...details,
    });
    this.question = question;
  }
}

const KEY = 'confirm';

/**
 * Returns the person's answer that the client sent with a call: `true`, `false`, or `null` when no question was asked.
 */
export function answered({ inputResponses }: ServerContext['mcpReq']): boolean | null {
  if (inputResponses?.[KEY] === undefined) return null;
  return acceptedContent(inputResponses, KEY)?.confirm === true;
}

/**
 * Builds the result that asks the person for consent through the client.
 * For protocol versions before 2026-07-28, the MCP library converts it to `elicitation/create`. Returns `null` when the
 * client does not support forms, or when its capabilities are unknown.
 */
export function askPerson(
  { question }: ConfirmationNeeded,
  capabilities: ClientCapabilities | undefined,
): InputRequiredResult | null {
  const { elicitation } = capabilities ?? {};
  // A client that lists no elicitation modes supports forms.
  if (!elicitation || (elicitation.url && !elicitation.form)) return null;
  return inputRequired({
    inputRequests: {
      [KEY]: inputRequired.elicit({
        message: question,
        requestedSchema: {
          type: 'object',
          properties: { confirm: { type: 'boolean', title: 'Go on' } },
          required: ['confirm'],
        },
      }),
    },
  });
}
