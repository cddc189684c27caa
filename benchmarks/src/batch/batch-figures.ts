import type { StackRole } from '../stack/stack-roles.ts';

/** What a batch took, with the leading scheduler and a node killed in the middle. */
export interface BatchFigures {
  readonly items: number;
  readonly quality: string;
  readonly completed: number;
  /** Renders that were made for the items: as many as there are items when each was rendered once. */
  readonly renders: number;
  readonly frames: { readonly delivered: number; readonly rendered: number };
  /** `rendered`: also those that were rendered again after a kill. */
  readonly segments: { readonly total: number; readonly shared: number; readonly rendered: number };
  /** From the request to the last file; of a run that was ended early, to its end. */
  readonly wallSec: number;
  readonly quotedSec: number;
  /** Median over the items of the time of one slot that a segment took. */
  readonly segmentSec: number;
  readonly slots: number;
  /** Of nodes that were killed with work in hand. */
  readonly lostAttempts: number;
  readonly files: FileCheck;
  readonly usage: readonly RoleFigures[];
}

/** What the files of a batch show. */
export interface FileCheck {
  /** Files of exports in the store. */
  readonly stored: number;
  /** Different files among those that were looked at, by their hash. */
  readonly different: number;
  readonly read: number;
  /** Items whose file shows another name, image or colour, and what it shows. */
  readonly wrong: readonly string[];
  /** The worst of all readings: below 1. See `read-frame.ts`. */
  readonly mostDoubt: number;
}

/** What the processes of one role used for a batch. */
export interface RoleFigures {
  readonly role: StackRole;
  readonly cpuSec: number;
  /** Resident memory of all of them, bytes: when a tenth of the items was done, at the end, and the most. */
  readonly resident: { readonly early: number; readonly end: number; readonly most: number };
}
