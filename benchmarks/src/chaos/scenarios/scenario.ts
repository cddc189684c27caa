import type { Random } from '@framemill/scheduler/simulator';
import type { ChaosHouse } from '../house/chaos-house.ts';
import type { Piece } from '../load.ts';

/** What a scenario works with. */
export interface ScenarioContext {
  /** Services, the API and one scheduler run; nodes are the scenario's own business. */
  readonly house: ChaosHouse;
  /** What undisturbed renders look like. */
  readonly pieces: readonly Piece[];
  readonly kills: number;
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

/** A way to break the farm. It ends the nodes that it started; an audit follows. */
export interface Scenario {
  readonly name: string;
  run(context: ScenarioContext): Promise<Row[]>;
}
