import type { Random } from '@framemill/scheduler/simulator';
import type { Reference } from '../load.ts';
import type { ChaosStack } from '../stack/chaos-stack.ts';
import type { Part } from '../stack/part.ts';

/** What a scenario works with. */
export interface ScenarioContext {
  /** Services, the API, one scheduler and `nodes` run. */
  readonly stack: ChaosStack;
  /** As many real nodes with one slot each as the scenario wants; those that live at its end are the next one's. */
  readonly nodes: readonly Part[];
  /** What undisturbed renders look like. */
  readonly references: readonly Reference[];
  readonly kills: number;
  /** Renders against the faulty object store. */
  readonly renders: number;
  /** How long what goes away stays away, seconds. */
  readonly awaySec: number;
  readonly random: Random;
  readonly log: (line: string) => void;
}

/** One promise of the farm with what was measured. */
export interface Row {
  readonly promise: string;
  /** The figure with its unit, for people. */
  readonly figure: string;
  /** What the figure has to be. */
  readonly limit: string;
  readonly ok: boolean;
  /** Set where other work on the machine moves the figure as much as a fault would: see `--tolerant`. */
  readonly isTiming?: true;
  /** The same as numbers. */
  readonly values: Readonly<Record<string, number>>;
}

/** A way to break the farm. It ends the nodes of other kinds that it started; an audit follows. */
export interface Scenario {
  readonly name: string;
  /** Real nodes with one slot each that it is given: starting them anew each time takes longer than most of what is done to them. */
  readonly nodes: number;
  run(context: ScenarioContext): Promise<Row[]>;
}
