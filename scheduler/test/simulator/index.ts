// The policy in virtual time: for benchmarks and tests, loaded by no service.
export { framesByAccount, jainIndex, renderTimes, spread, waits } from './figures.ts';
export { createRandom, type Random } from './random.ts';
export type { Outcome, Scenario } from './scenario.ts';
export { crowded, flooded, ordinary } from './scenarios.ts';
export { simulate } from './simulate.ts';
