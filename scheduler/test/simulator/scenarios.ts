import { createRandom } from './random.ts';
import type { Scenario, SimNode, SimRender } from './scenario.ts';

/** Returns nodes with two slots each; the first `slow` of them take ten times as long. */
export function nodes(count: number, slow = 0): SimNode[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `n${index}`,
    slots: 2,
    slowness: index < slow ? 10 : 1,
  }));
}

const calm = { lossesPerNodeHour: 0, replacedAfterMs: 60_000 };

/**
 * Returns a scenario in which nine accounts always request more than the farm can do: large accounts with long renders,
 * small ones with short renders. Five of the accounts begin while the farm is empty.
 */
export function crowded(seed: number, farm: number, policy: Scenario['policy']): Scenario {
  const random = createRandom(seed);
  const plans: string[] = [
    'enterprise',
    'enterprise',
    'team',
    'team',
    'studio',
    'studio',
    'creator',
    'creator',
    'hobby',
  ];
  const accounts = plans.map((plan, index) => ({ id: `${plan}-${index}`, plan }));
  const renders = accounts.flatMap(({ id }, tenant): SimRender[] =>
    Array.from({ length: Math.ceil(farm * 2.5) }, (_, index) => ({
      id: `${id}-r${index}`,
      accountId: id,
      submitAtMs: tenant < 5 ? 0 : 60_000,
      segments: 20 + Math.floor(random.next() * (tenant < 4 ? 400 : 60)),
      msPerFrame: 20 + random.next() * 60,
    })),
  );
  const end = { spot: calm, endMs: 900_000 };
  return { seed, policy, speculation: true, nodes: nodes(farm), accounts, renders, ...end };
}

/**
 * Returns a scenario in which one account has 1,000 ranges in the queue when another account submits a single segment.
 */
export function flooded(seed: number, farm: number, policy: Scenario['policy']): Scenario {
  const accounts = [
    { id: 'flood', plan: 'enterprise' as const },
    { id: 'small', plan: 'hobby' as const },
  ];
  const flood = Array.from({ length: 10 }, (_, index) => ({
    ...{ id: `flood-${index}`, accountId: 'flood', submitAtMs: 0 },
    ...{ segments: 800, msPerFrame: 40 },
  }));
  const small = { id: 'small-0', accountId: 'small', submitAtMs: 5_000, segments: 1, msPerFrame: 40 };
  const end = { spot: calm, endMs: 3_600_000 };
  return { seed, policy, speculation: true, nodes: nodes(farm), accounts, renders: [...flood, small], ...end };
}

/** Parameters of an ordinary day. `load`: requested share of the farm's slot time. */
export interface OrdinaryDay {
  readonly policy: Scenario['policy'];
  readonly speculation: boolean;
  readonly minutes: number;
  readonly load: number;
  /** Number of nodes that take ten times as long. */
  readonly slow?: number;
  readonly lossesPerNodeHour?: number;
}

/**
 * Returns a scenario with as many accounts as nodes, of all plans, that request renders of 20 to 100 segments at random
 * times.
 */
export function ordinary(seed: number, farm: number, day: OrdinaryDay): Scenario {
  const { policy, speculation, minutes, load, slow = 0, lossesPerNodeHour = 0 } = day;
  const lengthMs = minutes * 60_000;
  const random = createRandom(seed);
  const plans: string[] = ['hobby', 'hobby', 'hobby', 'creator', 'creator', 'studio', 'team', 'enterprise'];
  const accounts = Array.from({ length: farm }, (_, index) => {
    const plan = plans[index % plans.length] ?? 'hobby';
    return { id: `${plan}-${index}`, plan };
  });
  // A render of the middle size, with the cost of starting its ranges.
  const meanMs = 60 * (30 * 40 + 300);
  const wishes = Math.round((farm * 2 * lengthMs * load) / meanMs);
  const renders: SimRender[] = Array.from({ length: wishes }, (_, index) => ({
    id: `r${index}`,
    accountId: accounts[Math.floor(random.next() * accounts.length)]?.id ?? '',
    submitAtMs: random.next() * lengthMs,
    segments: 20 + Math.floor(random.next() * 80),
    msPerFrame: 20 + random.next() * 40,
  }));
  renders.sort((a, b) => a.submitAtMs - b.submitAtMs);
  const spot = { lossesPerNodeHour, replacedAfterMs: 90_000 };
  return { seed, policy, speculation, nodes: nodes(farm, slow), accounts, renders, spot, endMs: 3 * lengthMs };
}

/**
 * Returns a scenario in which some accounts on the largest plan request renders whose ranges never end, on every slot.
 * Honest accounts then request 200 renders of 1 to 30 s within ten minutes, about a third of the farm's capacity.
 */
export function hostile(seed: number, farm: number, attackers: number, renders = 200): Scenario {
  const random = createRandom(seed);
  const plans: string[] = ['hobby', 'creator', 'studio', 'team', 'enterprise'];
  const honest = Array.from({ length: 20 }, (_, index) => {
    const plan = plans[index % plans.length] ?? 'hobby';
    return { id: `${plan}-${index}`, plan };
  });
  const attacks = Array.from({ length: attackers }, (_, index) => ({
    id: `attacker-${index}`,
    plan: 'enterprise' as const,
  }));
  const endless = attacks.flatMap(({ id }): SimRender[] =>
    Array.from({ length: 10 }, (_, index) => ({
      ...{ id: `${id}-r${index}`, accountId: id, submitAtMs: 0 },
      ...{ segments: 400, msPerFrame: 40, endless: true },
    })),
  );
  const wanted = Array.from({ length: renders }, (_, index): SimRender => {
    const accountId = honest[Math.floor(random.next() * honest.length)]?.id ?? '';
    const submitAtMs = 20_000 + random.next() * 600_000;
    return {
      id: `r${index}`,
      accountId,
      submitAtMs,
      segments: 1 + random.below(30),
      msPerFrame: 20 + random.next() * 40,
    };
  });
  const accounts = [...honest, ...attacks];
  const end = { spot: calm, endMs: 1_800_000 };
  return {
    seed,
    policy: 'fair',
    speculation: true,
    nodes: nodes(farm),
    accounts,
    renders: [...endless, ...wanted],
    ...end,
  };
}
