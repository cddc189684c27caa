import type { Random } from '@framemill/scheduler/simulator';
import type { Reference } from '../load.ts';
import type { ChaosStack } from '../stack/chaos-stack.ts';
import type { Part } from '../stack/part.ts';
import type { ChaosServices } from '../stack/services.ts';

/**
 * Kinds of PostgreSQL replica. `synchronous`: a commit is answered when the replica has it. `asynchronous`: earlier, so
 * that a promotion may lose the last commits.
 */
export const replicaKinds = ['synchronous', 'asynchronous'] as const;
/** Kind of PostgreSQL replica. */
export type ReplicaKind = (typeof replicaKinds)[number];

/** Context of a scenario. */
export interface ScenarioContext {
  /** Folder of the checkout. */
  readonly root: string;
  /** Stack with running services, an API, one scheduler and `nodes`. */
  readonly stack: ChaosStack<ChaosServices>;
  /**
   * Real nodes with one slot each, as many as the scenario requests. Nodes that are still alive at its end are used
   * again for the next scenario.
   */
  readonly nodes: readonly Part[];
  /** Kinds of renders with the output hashes of runs without faults. */
  readonly references: readonly Reference[];
  readonly kills: number;
  /** Number of renders in the scenario with the faulty object store. */
  readonly renders: number;
  /** Number of failovers of Redis in the scenario `redis-failovers`. */
  readonly failovers: number;
  /** Number of promotions of a PostgreSQL replica in the scenario `promotions`, for each kind of replica. */
  readonly promotions: number;
  /** Kinds of replica of which the scenario `promotions` promotes one. */
  readonly replicas: readonly ReplicaKind[];
  /** Time for which services are stopped or nodes frozen, in seconds. */
  readonly awaySec: number;
  readonly random: Random;
  readonly log: (line: string) => void;
}

/** Result row: a promise about the service's behaviour, with the figure that was measured. */
export interface Row {
  readonly promise: string;
  /** Figure as text with its unit. */
  readonly figure: string;
  /** Requirement for the figure. */
  readonly limit: string;
  readonly ok: boolean;
  /**
   * Whether the figure depends as much on other load on the machine as on a fault. `--tolerant` then ignores an
   * exceeded limit.
   */
  readonly isTiming?: true;
  /** Figures as numbers, by name. */
  readonly values: Readonly<Record<string, number>>;
}

/**
 * Scenario that breaks the service in one way. The scenario must stop the special nodes that it starts, such as paced
 * nodes; ordinary nodes are used again by the next scenario. An audit runs after each scenario.
 */
export interface Scenario {
  readonly name: string;
  /**
   * Number of real nodes with one slot each that the scenario receives. Nodes are reused, because starting them takes
   * longer than most scenarios.
   */
  readonly nodes: number;
  run(context: ScenarioContext): Promise<Row[]>;
}
