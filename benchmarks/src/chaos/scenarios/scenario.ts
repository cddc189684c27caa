import type { Random } from '@framemill/scheduler/simulator';
import type { Reference } from '../load.ts';
import type { ChaosStack } from '../stack/chaos-stack.ts';
import type { Part } from '../stack/part.ts';

/** Context of a scenario. */
export interface ScenarioContext {
  /** Stack with running services, an API, one scheduler and `nodes`. */
  readonly stack: ChaosStack;
  /**
   * Real nodes with one slot each, as many as the scenario requests. Nodes that are still alive at its end are used
   * again for the next scenario.
   */
  readonly nodes: readonly Part[];
  /** Kinds of renders with the hashes of undisturbed runs. */
  readonly references: readonly Reference[];
  readonly kills: number;
  /** Number of renders against the faulty object store. */
  readonly renders: number;
  /** Time for which services are stopped and nodes frozen, in seconds. */
  readonly awaySec: number;
  readonly random: Random;
  readonly log: (line: string) => void;
}

/** Promise about the farm's behaviour with its measured figure. */
export interface Row {
  readonly promise: string;
  /** Figure as text with its unit. */
  readonly figure: string;
  /** Requirement for the figure. */
  readonly limit: string;
  readonly ok: boolean;
  /**
   * Whether the figure depends on other load on the machine as much as on a fault, so that a miss may be tolerated: see
   * `--tolerant`.
   */
  readonly isTiming?: true;
  /** Figures as numbers, by name. */
  readonly values: Readonly<Record<string, number>>;
}

/**
 * Scenario that breaks the farm in one way. It must stop the nodes of other kinds that it starts. An audit follows it.
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
