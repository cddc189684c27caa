import { freePort } from '@framemill/infra';
import Fastify from 'fastify';
import { createCredentialDirectory } from '../../src/auth/credential-directory.ts';
import { installErrorReplies } from '../../src/http/error-reply.ts';
import { createClientQuestions } from '../../src/mcp/client-questions.ts';
import { installMcp } from '../../src/mcp/install-mcp.ts';
import { createMcpGuard } from '../../src/mcp/mcp-guard.ts';
import { loadMcpSessions } from '../../src/mcp/sessions.ts';
import { createInnerCalls } from '../../src/routing/inner-calls.ts';
import { createFairTurns } from '../../src/turns/account-turns.ts';
import { startApi } from '../start-api.ts';
import { createFixtureServer } from './fixture-server.ts';

/**
 * Starts a server for the MCP conformance suite. It serves the suite's fixtures with the production MCP plugin,
 * including authentication, limits and transport. The suite sends no API keys, so one is added to each request. The
 * rate limiter is off.
 */
export async function startFixtureApi(): Promise<{ url: string; close(): Promise<void> }> {
  const api = await startApi();
  const { key } = await api.account();
  const port = await freePort();
  const apiHost = `http://localhost:${port}`;
  const app = Fastify();
  app.addHook('onRequest', async (request) => {
    request.headers.authorization ??= `Bearer ${key}`;
  });
  installErrorReplies(app, apiHost);
  const limiter = {
    take: async () => ({ refusedBy: null, remaining: 1_000, retryAfterSec: 0, value: null }),
    giveBack: async () => undefined,
  };
  const deps = { ...api.deps, apiHost };
  const admit = createMcpGuard(deps, { directory: createCredentialDirectory(api.deps.database), limiter });
  app.decorateRequest('pass', null);
  const parts = { deps, limiter, inner: createInnerCalls(), fairTurn: createFairTurns(), offloader: null, admit };
  const sessions = await loadMcpSessions(deps);
  installMcp(app, { ...parts, sessions, questions: createClientQuestions(deps) }, createFixtureServer);
  await app.listen({ host: 'localhost', port });
  return {
    url: `${apiHost}/api/mcp`,
    async close() {
      await app.close();
      await api.close();
    },
  };
}
