import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError, Server } from '@modelcontextprotocol/server';
import { callTool, unconfirmed } from './call-tool.ts';
import { answered, askPerson, ConfirmationNeeded } from './confirmation.ts';
import { PLAYER_URI, playerContents, playerListing } from './player/player-resource.ts';
import type { ToolContext } from './tool.ts';
import type { ListedTool } from './tool-lists.ts';

const INSTRUCTIONS =
  'Framemill edits a video as a JSON document by named commands and renders it. Create or read a project, edit it with the ' +
  'tools, look at frames with preview_project, then start_render and get_render. Times are seconds; positions are pixels from the ' +
  "canvas's centre. Every edit answers with a token that undoes it.";

/**
 * Creates the server for one request. `context` is `null` without a caller, who can then only list the tools. The list
 * is the same for every caller.
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
    if (!context) throw new ProtocolError(ProtocolErrorCode.InvalidRequest, 'The call has no caller.');
    return { contents: [await playerContents(context.deps.apiHost)] };
  });
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (!tool)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name.slice(0, 100)}.`);
    if (!context) throw new ProtocolError(ProtocolErrorCode.InvalidRequest, 'The call has no caller.');
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
