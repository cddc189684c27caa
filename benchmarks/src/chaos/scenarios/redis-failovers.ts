import { setTimeout as wait } from 'node:timers/promises';
import { onClusters, pollRow, renderRow, timeRow } from '../clusters/on-clusters.ts';
import { type RedisFailover, redisFailovers } from '../clusters/redis-sentinels.ts';
import type { Scenario } from './scenario.ts';

/** Time in ms for which a frozen primary stays frozen after its replica has taken over. */
const frozenMs = 2_000;

/** Scenario: Sentinels replace the Redis primary by its replica (`--failovers` times) while renders end. */
export const redisFailoversScenario: Scenario = {
  name: 'redis-failovers',
  nodes: 0,
  run: (context) =>
    onClusters(context, async ({ services, failOver, end }) => {
      const { redisSentinels } = services;
      const { failovers, log } = context;
      const seconds: number[] = [];
      const times = new Map<RedisFailover, number>(redisFailovers.map((way) => [way, 0]));
      for (let round = 0; round < failovers; round++) {
        const way = redisFailovers[round % redisFailovers.length] ?? 'crash';
        times.set(way, (times.get(way) ?? 0) + 1);
        seconds.push(await failOver(() => redisSentinels.failOver(way)));
        if (way === 'freeze') await wait(frozenMs);
        await redisSentinels.rejoin();
        log(`redis-failovers: ${round + 1} of ${failovers} (${way}): back after ${seconds.at(-1)?.toFixed(1)} s`);
      }
      const { renders, polls } = await end();
      const ways = [...times].map(([way, count]) => `${count} ${way}`).join(', ');
      return [
        renderRow('Redis may fail over: renders', renders, new Set()),
        pollRow('Redis may fail over: polls', polls),
        timeRow('Redis may fail over', `${failovers} failovers by three Sentinels (${ways})`, seconds),
      ];
    }),
};
