import type { OwnService } from '@framemill/testing/service';
import { FramemillError } from '@framemill/timeline';
import autocannon from 'autocannon';
import { apart } from '../measure/run-command.ts';
import { at, call, renderProject } from '../stack/call.ts';
import { type BenchAccount, seedAccounts } from '../stack/seed-accounts.ts';
import { startStack } from '../stack/start-stack.ts';

/** Results of the polling benchmark, with the API process on one core. */
export interface ApiPollFigures {
  readonly keys: number;
  readonly connections: number;
  readonly seconds: number;
  readonly answers: number;
  readonly answersPerSec: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly notOk: number;
}

const accounts = 50;
const keysEach = 10;
const connections = 64;

/**
 * Measures `GET /v1/renders/{id}`: a real API process is pinned to core 0, and the load runs on the other cores. Every
 * account polls its own render with its own keys through the real rate limiter. Throws unless every response is 200.
 * Linux only (taskset). With `seconds` up to 20, 500 keys stay within their rate limits at 12,000 responses a second.
 */
export async function measureApiPoll(seconds: number, log: (line: string) => void): Promise<ApiPollFigures> {
  const stack = await startStack(1);
  try {
    const seeded = await seedAccounts(stack.databaseUrl, accounts, keysEach);
    log(`api-poll: ${accounts} accounts render`);
    const targets = await makePollTargets(stack, seeded);
    const result = await apart(stack.pidOf('api/src/main.ts'), async () => {
      await poll(stack.apiHost, targets, { seconds: 3 });
      log(`api-poll: ${seconds} s of load`);
      return poll(stack.apiHost, targets, { seconds });
    });
    const notOk = result.non2xx + result.errors + result.timeouts;
    if (notOk > 0)
      throw new FramemillError(
        'internal_error',
        `${notOk} of ${result.requests.total} polls did not return HTTP status 200. See the log of the API.`,
      );
    return {
      keys: targets.length,
      connections,
      seconds: result.duration,
      answers: result.requests.total,
      answersPerSec: result.requests.total / result.duration,
      p50Ms: result.latency.p50,
      p99Ms: result.latency.p99,
      notOk,
    };
  } finally {
    await stack.stop();
  }
}

/** Path to poll, and the API key to poll it with. The path belongs to a render of the key's account. */
export interface PollTarget {
  readonly path: string;
  readonly key: string;
}

/** Renders a small project for each account, and returns a poll target for each of its keys. */
export async function makePollTargets(stack: OwnService, accounts: readonly BenchAccount[]): Promise<PollTarget[]> {
  const targets: PollTarget[] = [];
  for (const account of accounts) {
    const renderId = await renderSomething(stack, account);
    for (const key of account.keys) targets.push({ path: `/v1/renders/${renderId}`, key });
  }
  return targets;
}

/**
 * Renders a one-second video to completion, so that polls read the record of a real render. Returns the render's id.
 */
async function renderSomething(stack: OwnService, account: BenchAccount): Promise<string> {
  const key = account.keys[0] ?? '';
  const commands = [
    { op: 'setProjectSettings', width: 320, height: 180 },
    { op: 'addTextClip', text: account.accountId.slice(-6), start: 0, duration: 1, style: { fontSize: 40 } },
  ];
  const project = await call(stack.apiHost, key, 'POST', '/projects', { name: 'poll', commands });
  const projectId = String(at(project, 'project', 'id'));
  const options = { quality: 'draft', everyMs: 100 };
  return String(at(await renderProject(stack.apiHost, key, projectId, options), 'id'));
}

/**
 * Polls all targets in rotation over 64 connections, at `perSec` requests a second, or as fast as possible if `perSec`
 * is absent.
 */
export async function poll(
  apiHost: string,
  targets: readonly PollTarget[],
  { seconds, perSec }: { seconds: number; perSec?: number },
): Promise<autocannon.Result> {
  let next = 0;
  return autocannon({
    url: apiHost,
    connections,
    duration: seconds,
    ...(perSec === undefined ? {} : { overallRate: perSec }),
    requests: [
      {
        setupRequest: (request) => {
          const target = targets[next++ % targets.length];
          return {
            ...request,
            method: 'GET',
            path: target?.path ?? '/',
            headers: { authorization: `Bearer ${target?.key}` },
          };
        },
      },
    ],
  });
}
