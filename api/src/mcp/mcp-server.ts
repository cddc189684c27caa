import { FramemillError } from '@framemill/timeline';
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError, Server } from '@modelcontextprotocol/server';
import { requireScope } from '../auth/authenticate.ts';
import { CostLimitExceeded } from '../limiter/cost-limits.ts';
import { answered, askPerson, ConfirmationNeeded } from './confirmation.ts';
import { PLAYER_URI, playerContents, playerListing } from './player/player-resource.ts';
import type { ToolContent, ToolContext } from './tool.ts';
import type { ListedTool } from './tool-lists.ts';

/** Result of a tool call in the form that the protocol requires. */
export interface CallAnswer {
  content: ToolContent[];
  structuredContent: Record<string, unknown>;
  isError?: boolean;
}

/**
 * Error for a call that turns out to be expensive after its response has begun. A worker thread can no longer take over
 * such a call.
 */
const tooLate = {
  code: 'unavailable',
  message:
    'The call is too large to continue after its answer has begun. Nothing was changed. ' +
    'Call again, with confirm: true if the user agreed.',
};

const INSTRUCTIONS =
  'Framemill edits a video as a JSON document by named commands and renders it. Create or read a project, edit ' +
  'it with the tools, look at frames with preview_project, then start_render and get_render. Times are seconds; ' +
  'positions are pixels from the ' +
  "canvas's centre. Every edit answers with a token that undoes it.";

/**
 * Creates the MCP server of one request. Without an authenticated caller (`context` is `null`), it only lists tools and
 * resources. The list of tools is the same for every caller.
 */
export function createMcpServer(
  tools: readonly ListedTool[],
  context: Omit<ToolContext, 'progress' | 'signal'> | null,
): Server {
  const server = new Server(
    { name: 'framemill', title: 'Framemill', version: '1.0.0' },
    { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler('tools/list', () => ({
    tools: tools.map(({ name, title, description, inputSchema, outputSchema, annotations, scope, appUri }) => ({
      ...{ name, title, description, annotations: { ...annotations, title } },
      inputSchema: inputSchema as { type: 'object' },
      outputSchema: outputSchema as { type: 'object' },
      _meta: { 'framemill/scope': scope, ...(appUri === undefined ? {} : { ui: { resourceUri: appUri } }) },
    })),
  }));
  server.setRequestHandler('resources/list', () => ({ resources: [playerListing] }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    if (uri !== PLAYER_URI) throw new ResourceNotFoundError(uri);
    if (!context) throw new ProtocolError(ProtocolErrorCode.InvalidRequest, 'The call was not authenticated.');
    return { contents: [await playerContents(context.deps.apiHost)] };
  });
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (!tool)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name.slice(0, 100)}.`);
    if (!context) throw new ProtocolError(ProtocolErrorCode.InvalidRequest, 'The call was not authenticated.');
    const progressToken = params._meta?.progressToken;
    const progress = async (done: number, total: number, message: string) => {
      if (progressToken === undefined) return;
      await mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken, progress: done, total, message },
      });
    };
    const agreed = answered(mcpReq);
    const input = { ...params.arguments, ...(agreed === true ? { confirm: true } : {}) };
    try {
      return { ...(await callTool(tool, input, { ...context, progress, signal: mcpReq.signal })) };
    } catch (error) {
      if (!(error instanceof ConfirmationNeeded)) throw error;
      const question = agreed === null ? askPerson(error, server.getClientCapabilities()) : null;
      return question ?? { ...unconfirmed(error, agreed === false) };
    }
  });
  return server;
}

/**
 * Calls a tool. Errors are returned as an answer with `isError` and the API's error as structured content, so that the
 * model can correct its call. Only `ConfirmationNeeded` is thrown; the person must then be asked.
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
    if (error instanceof CostLimitExceeded) {
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

/** Converts an error to the structured content of a tool's answer, in the API's error format. */
function refusal({ code, message, details }: FramemillError): Record<string, unknown> {
  return { code, message, ...details };
}

/**
 * Builds the answer to a call that needs a person's consent and did not get it. `wasDeclined`: whether the person
 * declined; `false` if the person was not asked.
 */
function unconfirmed(error: ConfirmationNeeded, wasDeclined: boolean): CallAnswer {
  return failed(
    wasDeclined ? { ...refusal(error), message: 'The person did not agree. Nothing was done.' } : refusal(error),
  );
}

function failed(error: Record<string, unknown>): CallAnswer {
  return { content: [{ type: 'text', text: JSON.stringify({ error }) }], structuredContent: { error }, isError: true };
}
