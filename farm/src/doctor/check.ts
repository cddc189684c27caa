import type { ChildResult, ChildTask } from '@framemill/compositor/child';
import type { Config } from '@framemill/infra';
import type { NodeConfig } from '../node/node-config.ts';

/** `warn`: the node can join, but less well than it could. `fail`: it cannot join, or its work would fail. */
export type Verdict = 'ok' | 'warn' | 'fail';

/** What a check found: one line for people, figures for programs. */
export interface Finding {
  verdict: Verdict;
  text: string;
  details: Record<string, unknown>;
}

/** What checks look at. */
export interface DoctorContext {
  config: Config;
  settings: NodeConfig;
  /** A private folder that is removed afterwards. */
  folder: string;
  /** Runs a task in a render child as a node starts it. */
  runTask<T extends ChildTask>(task: T): Promise<ChildResult<T>>;
}

/** One thing that the doctor looks at. A check that throws has failed, with the error's message. */
export interface Check {
  name: string;
  run(context: DoctorContext): Promise<Finding>;
}
