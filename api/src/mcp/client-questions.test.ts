import { createLogger, createRedis, type Redis, redisReady } from '@framemill/infra';
import { forSuite } from '@framemill/testing/for-suite';
import { testServices } from '@framemill/testing/services';
import { InMemoryTransport, type JSONRPCMessage, Server } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClientQuestions } from './client-questions.ts';
import { forwardMessages } from './session-messages.ts';

const services = forSuite(testServices);
let redis: Redis;
beforeAll(async () => {
  redis = createRedis(services.redisUrl, 'producer');
  await redisReady(redis);
});
afterAll(async () => {
  redis.disconnect();
});

const session = { id: 'session1', protocolVersion: '2025-06-18', capabilities: { elicitation: {}, sampling: {} } };
const log = createLogger('test', { level: 'silent' });

/**
 * Connects a server whose only tool asks the client a question, and calls that tool once.
 * Returns the list of messages that the client receives; it grows while the call runs.
 */
async function callOf(questions: ReturnType<typeof createClientQuestions>): Promise<JSONRPCMessage[]> {
  const server = new Server({ name: 'test', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/call', async (_request, { mcpReq }) => {
    const requestedSchema = { type: 'object' as const, properties: {} };
    const { action } = await mcpReq.elicitInput({ message: 'Well?', requestedSchema });
    return { content: [{ type: 'text', text: action }] };
  });
  const [client, own] = InMemoryTransport.createLinkedPair();
  const sent: JSONRPCMessage[] = [];
  client.onmessage = (message) => sent.push(message);
  await questions.connect((transport) => server.connect(transport), own, { session, accountId: 'acc_1' });
  await client.start();
  await client.send({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'ask' } });
  return sent;
}

it('asks what the client can be asked, and takes the answer once', async () => {
  const questions = createClientQuestions({ redis, log });
  const sent = await callOf(questions);
  await expect.poll(() => sent).toMatchObject([{ method: 'elicitation/create', id: expect.any(String) }]);
  const [question] = sent as { id: string }[];
  const answer = { jsonrpc: '2.0', id: question?.id, result: { action: 'cancel' } };
  expect(await forwardMessages(redis, { ...session, id: 'session2' }, answer)).toMatchObject({
    problem: expect.stringContaining('No call is waiting'),
  });
  expect(await forwardMessages(redis, session, answer)).toEqual({ isAll: true, problem: null });
  await expect.poll(() => sent[1]).toMatchObject({ id: 7, result: { content: [{ text: 'cancel' }] } });
  expect(await forwardMessages(redis, session, answer)).toMatchObject({ isAll: true, problem: expect.any(String) });
  questions.close();
});

it('ends the call that got no answer in time, and takes the question back', async () => {
  const questions = createClientQuestions({ redis, log }, { answerMs: 100 });
  const sent = await callOf(questions);
  await expect.poll(() => sent.length).toBe(3);
  const reason = 'No answer arrived within 0.1 s. Nothing was done.';
  const [question] = sent as { id: string }[];
  expect(sent.slice(1)).toMatchObject([
    { method: 'notifications/cancelled', params: { requestId: question?.id, reason } },
    { id: 7, error: { message: reason } },
  ]);
  questions.close();
});

it('says so when the service stops meanwhile', async () => {
  const questions = createClientQuestions({ redis, log });
  const sent = await callOf(questions);
  await expect.poll(() => sent.length).toBe(1);
  questions.close();
  await expect.poll(() => sent[2]).toMatchObject({ error: { message: expect.stringContaining('is stopping') } });
});

it('asks nothing while Redis is away', async () => {
  const away = createRedis(services.redisUrl, 'producer');
  await redisReady(away);
  const questions = createClientQuestions({ redis: away, log });
  questions.close();
  const sent = await callOf(questions);
  await expect.poll(() => sent).toMatchObject([{ id: 7, error: { message: expect.any(String) } }]);
  away.disconnect();
});
