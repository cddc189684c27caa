import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestAccount, type TestApi } from './start-api.ts';

let api: TestApi;
let owner: TestAccount;
let keys: TestAccount[];
beforeAll(async () => {
  api = await startApi();
  owner = await api.account();
  const caller = await api.account();
  keys = await Promise.all([1, 2, 3, 4].map(() => api.key(caller)));
});
afterAll(() => api.close());

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

it("another account's project takes as long to refuse as none: medians of 1,000 calls within 10 %", async () => {
  const { project } = (await api.send(owner, 'POST', '/v1/projects', { name: 'secret' })).body;
  const unknown = `${project.id.slice(0, -4)}0000`;
  const times = { foreign: [] as number[], unknown: [] as number[] };
  const call = async (kind: 'foreign' | 'unknown', index: number) => {
    const key = keys[index % keys.length] ?? owner;
    const began = performance.now();
    const answer = await api.send(key, 'GET', `/v1/projects/${kind === 'foreign' ? project.id : unknown}`);
    times[kind].push(performance.now() - began);
    expect(answer.status).toBe(404);
  };
  // In turns, and each first every other time: the noise of the machine meets both alike.
  for (let index = 0; index < 500; index += 1) {
    const order = index % 2 === 0 ? (['foreign', 'unknown'] as const) : (['unknown', 'foreign'] as const);
    for (const kind of order) await call(kind, index);
  }
  const ratio = median(times.foreign) / median(times.unknown);
  console.info(
    `tenancy: median ${median(times.foreign).toFixed(3)} ms foreign, ${median(times.unknown).toFixed(3)} ms unknown`,
  );
  expect(ratio).toBeGreaterThan(0.9);
  expect(ratio).toBeLessThan(1.1);
});
