import type { Random } from '@framemill/scheduler/simulator';
import type { Reference } from '../load.ts';
import type { ChaosStack } from '../stack/chaos-stack.ts';
import type { Part } from '../stack/part.ts';

/** Context of a scenario. */
export interface ScenarioContext {
  /** Stack with running services, an API, one scheduler and `nodes`. */
  readonly stack: ChaosStack;
  /**
   * Real nodes with one slot each, as many as the scenario requests. Those still alive at its end are reused by the
   * next one.
   */
  readonly nodes: readonly Part[];
  /** Kinds of renders with the hashes of undisturbed runs. */
  readonly references: readonly Reference[];
  readonly kills: number;
  /** Number of renders against the faulty object store. */
  readonly renders: number;
  /** Time that stopped services and frozen nodes stay away, in seconds. */
  readonly awaySec: number;
  readonly random: Random;
  readonly log: (line: string) => void;
}

/** Promise of the farm with its measured figure. */
export interface Row {
  readonly promise: string;
  /** Figure as text with its unit. */
  readonly figure: string;
  /** Requirement for the figure. */
  readonly limit: string;
  readonly ok: boolean;
  /** Set when other load on the machine changes the figure as much as a fault would: see `--tolerant`. */
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
   * Number of real nodes with one slot each that it receives. Nodes are reused, because starting them takes longer than
   * most scenarios.
   */
  readonly nodes: number;
  run(context: ScenarioContext): Promise<Row[]>;
}
