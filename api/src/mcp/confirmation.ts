import { FramemillError } from '@framemill/timeline';
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
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

/** What asks the person through the client; null where the client, or its version of the protocol, cannot. */
export function askPerson(
  { question }: ConfirmationNeeded,
  { envelope }: ServerContext['mcpReq'],
): InputRequiredResult | null {
  const sent: Record<string, unknown> = { ...envelope };
  const capabilities = sent[CLIENT_CAPABILITIES_META_KEY];
  if (typeof capabilities !== 'object' || capabilities === null || !('elicitation' in capabilities)) return null;
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
