import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestAccount, type TestApi } from './start-api.ts';

let api: TestApi;
let owner: TestAccount;
let caller: TestAccount;
beforeAll(async () => {
  api = await startApi();
  owner = await api.account();
  caller = await api.account();
});
afterAll(() => api.close());

/** Calls of a round, and rounds at most: a busy machine needs more calls until its noise has averaged out. */
const ROUND = 1_000;
const MOST_ROUNDS = 6;

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

it("another account's project takes as long to refuse as none: medians of 1,000 calls within 10 %", async () => {
  const { project } = (await api.send(owner, 'POST', '/v1/projects', { name: 'secret' })).body;
  const unknown = `${project.id.slice(0, -4)}0000`;
  const times = { foreign: [] as number[], unknown: [] as number[] };
  const call = async (kind: 'foreign' | 'unknown', key: TestAccount) => {
    const began = performance.now();
    const answer = await api.send(key, 'GET', `/v1/projects/${kind === 'foreign' ? project.id : unknown}`);
    times[kind].push(performance.now() - began);
    expect(answer.status).toBe(404);
  };
  const ratio = () => median(times.foreign) / median(times.unknown);
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const keys = await Promise.all([1, 2].map(() => api.key(caller)));
    for (let index = 0; index < ROUND / 2; index += 1) {
      // In turns, and each first every other time: the noise of the machine meets both alike.
      const order = index % 2 === 0 ? (['foreign', 'unknown'] as const) : (['unknown', 'foreign'] as const);
      for (const kind of order) await call(kind, keys[index % 2] ?? owner);
    }
    if (Math.abs(ratio() - 1) < 0.1) break;
  }
  console.info(
    `tenancy: ${times.foreign.length} calls each, median ${median(times.foreign).toFixed(3)} ms foreign, ` +
      `${median(times.unknown).toFixed(3)} ms unknown`,
  );
  expect(ratio()).toBeGreaterThan(0.9);
  expect(ratio()).toBeLessThan(1.1);
}, 180_000);
