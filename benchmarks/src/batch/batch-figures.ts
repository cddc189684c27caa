import type { StackRole } from '../stack/start-stack.ts';

/** Figures of a batch during which the leading scheduler and a node are killed. */
export interface BatchFigures {
  readonly items: number;
  readonly quality: string;
  readonly completed: number;
  /** Number of renders created for the items. It equals the number of items if each item was rendered exactly once. */
  readonly renders: number;
  readonly frames: { readonly delivered: number; readonly rendered: number };
  /**
   * Numbers of segments. `shared` are segments reused between videos. `rendered` includes those rendered again after a
   * kill.
   */
  readonly segments: { readonly total: number; readonly shared: number; readonly rendered: number };
  /**
   * Time from the request to the last file, in seconds. For a run that was stopped early, time until it was stopped.
   */
  readonly wallSec: number;
  readonly quotedSec: number;
  /** Median over the items of the time in seconds that one segment occupies a render slot. */
  readonly segmentSec: number;
  readonly slots: number;
  /** Number of attempts lost with the killed nodes. */
  readonly lostAttempts: number;
  readonly files: FileCheck;
  readonly usage: readonly RoleFigures[];
}

/** Results of checking the output files of a batch. */
export interface FileCheck {
  /** Number of export files in the object store. */
  readonly stored: number;
  /** Number of distinct frames among the files checked, by hash. */
  readonly different: number;
  readonly read: number;
  /** Items whose file shows a wrong name, image or colour, with the values read. */
  readonly wrong: readonly string[];
  /** Largest uncertainty of all values read from frames, below 1. See `doubt` in `read-frame.ts`. */
  readonly mostDoubt: number;
}

/** Resources that the processes of one role used during a batch. */
export interface RoleFigures {
  readonly role: StackRole;
  readonly cpuSec: number;
  /**
   * Resident memory of all processes of the role, in bytes: `early` when a tenth of the items was complete, `end` at
   * the end of the batch, and `most` at the maximum.
   */
  readonly resident: { readonly early: number; readonly end: number; readonly most: number };
}
