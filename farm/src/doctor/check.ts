import type { ChildResult, ChildTask } from '@framemill/compositor/child';
import type { Config } from '@framemill/infra';
import type { NodeConfig } from '../node/node-config.ts';

/**
 * Verdict of a check. `warn`: the node can join, but with limitations. `fail`: it cannot join, or its jobs would fail.
 */
export type Verdict = 'ok' | 'warn' | 'fail';

/** Result of a check: its verdict, one line of text for the user, and values for programs. */
export interface Finding {
  verdict: Verdict;
  text: string;
  details: Record<string, unknown>;
}

/** Dependencies of the checks. */
export interface DoctorContext {
  config: Config;
  settings: NodeConfig;
  /** Private folder that is removed afterwards. */
  folder: string;
  /** Runs a task in a render child, started as a node starts it. */
  runTask<T extends ChildTask>(task: T): Promise<ChildResult<T>>;
}

/** Check of one aspect of the machine. A check that throws has failed, with the error's message. */
export interface Check {
  name: string;
  run(context: DoctorContext): Promise<Finding>;
}
