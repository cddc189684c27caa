import { forSuite } from '@framemill/testing/for-suite';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startServedApi } from './shared-api.ts';
import type { TestAccount } from './start-api.ts';

const api = forSuite(startServedApi);
let base: string;
let mine: TestAccount;
const projects: Record<'small' | 'large', string> = { small: '', large: '' };
beforeAll(async () => {
  base = await api.app.listen({ host: '127.0.0.1', port: 0 });
  mine = await api.account();
  // More clips than are read beside other calls: a thread of its own answers.
  for (const [size, count] of [
    ['small', 2],
    ['large', 400],
  ] as const) {
    const add = "commands.addTextClip({ text: 'Clip ' + i, start: i, duration: 1 });";
    const source = `for (let i = 0; i < ${count}; i++) ${add}`;
    const made = await api.send(mine, 'POST', '/v1/projects', {
      name: size,
      commands: [{ op: 'runScript', source, timeoutMs: 5_000 }],
    });
    expect(made.body.project.clipCount).toBe(count);
    projects[size] = made.body.project.id;
  }
  api.node.frames = 'hang';
});
afterEach(() => {
  for (const stop of api.node.hanging.values()) stop();
  api.node.hanging.clear();
});

/** Function that sends a request whose connection closes when `signal` is aborted. */
type Call = (projectId: string, signal: AbortSignal) => Promise<unknown>;

const headers = () => ({ authorization: `Bearer ${mine.key}` });

/** Calls a tool in the 2025 version of the protocol, as JSON over HTTP. */
function callTool(name: string, input: object, signal: AbortSignal): Promise<unknown> {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } };
  return fetch(`${base}/api/mcp`, {
    method: 'POST',
    headers: {
      ...headers(),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify(message),
    signal,
  }).then((answer) => answer.text());
}

/**
 * Requests a contact sheet with the official MCP client library. To abort the call, a client of the current protocol
 * version closes the connection; a `legacy` client, which has a session, sends a message.
 */
async function sheetForClient(mode: 'auto' | 'legacy', projectId: string, signal: AbortSignal): Promise<unknown> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const url = new URL(`${base}/api/mcp`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: headers() } }));
  const answer = client.callTool({ name: 'preview_project', arguments: { projectId, format: 'sheet' } }, { signal });
  return answer.finally(() => client.close());
}

const frameOverHttp: Call = (id, signal) =>
  fetch(`${base}/v1/projects/${id}/preview?format=image`, { headers: headers(), signal });

it.each<[string, keyof typeof projects, Call]>([
  ['a frame', 'small', frameOverHttp],
  ['a frame of a large project', 'large', frameOverHttp],
  ['a sheet for a client with a session', 'small', (id, signal) => sheetForClient('legacy', id, signal)],
  ...(['small', 'large'] as const).flatMap((size): [string, keyof typeof projects, Call][] => [
    [
      `a frame of a ${size} project that an assistant asked for`,
      size,
      (projectId, signal) => callTool('preview_project', { projectId, at: [1] }, signal),
    ],
    [
      `a contact sheet of a ${size} project that an assistant asked for`,
      size,
      (projectId, signal) => callTool('preview_project', { projectId, format: 'sheet' }, signal),
    ],
    [
      `a sheet of a ${size} project for a client of the present version`,
      size,
      (projectId, signal) => sheetForClient('auto', projectId, signal),
    ],
    [
      `the frame that shows an edit of a ${size} project`,
      size,
      (projectId, signal) =>
        callTool('addTextClip', { projectId, text: 'Hi', start: 0, duration: 1, preview: 'frame' }, signal),
    ],
  ]),
])('%s ends at its node when the client leaves', async (_what, size, call) => {
  const client = new AbortController();
  const left = call(projects[size], client.signal).catch(() => 'left');
  await expect.poll(() => api.node.hanging.size).toBe(1);
  client.abort();
  expect(await left).toBe('left');
  await expect.poll(() => api.node.hanging.size).toBe(0);
  // Nothing of it stays with the account: neither its lane nor its place among the heavy calls.
  await expect.poll(() => api.deps.threads.heldBy().get(mine.accountId)).toBeUndefined();
});
