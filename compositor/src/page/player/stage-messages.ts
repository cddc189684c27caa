import type { Clip, Document, MediaFacts } from '@framemill/timeline';

/** A file that a document names: its facts, and its address on this host (from the root). */
export interface StageMedia {
  src: string;
  facts: MediaFacts;
  url: string;
  /** Address of a copy whose picture is shown instead: smaller, and quicker to jump about in. */
  pictureUrl?: string;
}

/** What an editor tells the stage. Times are seconds. */
export type ToStage =
  /**
   * Shows another state of the document at the present time. `number` comes back when it is seen. `clipIds` has its clips in order,
   * `clips` those that are not as in the message before: an editor sends a document with each step of a drag.
   */
  | {
      stage: 'document';
      number: number;
      document: Omit<Document, 'clips'>;
      clipIds: string[];
      clips: Clip[];
      media: StageMedia[];
    }
  | { stage: 'seek'; timeSec: number }
  | { stage: 'play'; rate: number }
  | { stage: 'pause' };

/** Where a clip lies on the canvas: its corners in pixels of the canvas from its top left, clockwise from the clip's own top left. */
export interface StageBox {
  clipId: string;
  corners: [number, number][];
  /** Its box before it is scaled and turned: width and height in pixels of the canvas. Crops, masks and anchors are told in it. */
  size: [number, number];
}

/** What the stage tells the editor. */
export type FromStage =
  | { stage: 'ready' }
  | { stage: 'shown'; timeSec: number; isPlaying: boolean }
  /** A document was laid out; the visible clips of the present time, bottom first. */
  | { stage: 'laid-out'; number: number; boxes: StageBox[] }
  | { stage: 'boxes'; timeSec: number; boxes: StageBox[] }
  | { stage: 'failed'; message: string };
