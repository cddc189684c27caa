import { availableParallelism } from 'node:os';
import type { Check } from '../check.ts';

/** Compares the number of slots with the CPU cores: one slot keeps about one core busy. */
export const slots: Check = {
  name: 'slots',
  async run({ settings: { slots: wanted, nodeId, pool } }) {
    const cores = availableParallelism();
    const details = { slots: wanted, cores, pool, nodeId };
    const text = `${wanted} in the pool ${pool}, ${cores} cores`;
    return wanted > cores
      ? { verdict: 'warn', text: `${text}: more slots than cores are no faster`, details }
      : { verdict: 'ok', text, details };
  },
};
