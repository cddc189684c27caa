import { expect, it } from 'vitest';
import { CostLimitExceeded } from '../limiter/cost-limits.ts';
import { callTool } from './mcp-server.ts';
import type { ToolContext } from './tool.ts';
import type { ListedTool } from './tool-lists.ts';

it('tells the client to call again when a call turns out to be heavy after a person was asked', async () => {
  const tool = {
    scope: null,
    read: (input: unknown) => input,
    run: () => Promise.reject(new CostLimitExceeded(1)),
  } as unknown as ListedTool;
  const answer = await callTool(tool, {}, { giveUp: () => false } as unknown as ToolContext);
  expect(answer.structuredContent.error).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('Nothing was changed. Call again'),
  });
});
