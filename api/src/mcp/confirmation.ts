import { FramemillError } from '@framemill/timeline';
import {
  acceptedContent,
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
  type ServerContext,
} from '@modelcontextprotocol/server';

/** A tool's word that a person has to agree first. Tools that throw it take `confirm: true`. */
export class ConfirmationNeeded extends FramemillError {
  /** The question to the person, in one sentence. */
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

/** The person's answer that came with a call: true, false, or null when nobody was asked. */
export function answered({ inputResponses }: ServerContext['mcpReq']): boolean | null {
  if (inputResponses?.[KEY] === undefined) return null;
  return acceptedContent(inputResponses, KEY)?.confirm === true;
}

/**
 * What asks the person through the client: the library makes it `elicitation/create` in the versions before 2026-07-28. Null where
 * the client shows no forms, or where nobody knows what it does.
 */
export function askPerson(
  { question }: ConfirmationNeeded,
  capabilities: ClientCapabilities | undefined,
): InputRequiredResult | null {
  const { elicitation } = capabilities ?? {};
  // Without a word of modes it is forms.
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
