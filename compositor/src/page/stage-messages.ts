import type { Clip, Document, MediaFacts, TextRow } from '@framemill/timeline';

/** Media file of a document, with its metadata and its root-relative URL on this host. */
export interface StageMedia {
  src: string;
  facts: MediaFacts;
  url: string;
  /** URL of a smaller copy that is displayed instead, because seeking in it is faster; the poster of an animation. */
  pictureUrl?: string;
}

/** Message from the editor to the stage, the iframe with the editor's preview page. Times are in seconds. */
export type ToStage =
  /**
   * Shows another state of the document at the current time. The preview page sends `number` back when the document is
   * laid out. `clipIds` lists all clips in order. `clips` contains only those that changed since the last message,
   * because a message is sent at each step of a drag. `textClipId` names the text clip whose rows are sent back.
   */
  | {
      stage: 'document';
      number: number;
      document: Omit<Document, 'clips'>;
      clipIds: string[];
      clips: Clip[];
      media: StageMedia[];
      textClipId?: string;
    }
  /**
   * `html`: shows only html clips, on a transparent page, because the editor draws all other layers below the frame.
   * Other clips keep their positions and audio. `all`: shows everything, as at the start.
   */
  | { stage: 'layers'; shown: 'all' | 'html' }
  | { stage: 'seek'; timeSec: number }
  /** Plays from `fromSec`, or from the current time when it is absent. */
  | { stage: 'play'; rate: number; fromSec?: number }
  /** Shows a time of a playback whose clock and audio are the editor's. */
  | { stage: 'follow'; timeSec: number }
  | { stage: 'pause' };

/**
 * Position of a clip on the canvas. The corners are in canvas pixels from the top left corner of the canvas. They begin
 * with the clip's own top left corner and go clockwise.
 */
export interface StageBox {
  clipId: string;
  corners: [number, number][];
  /**
   * Size of the clip's box before scale and rotation: width and height in canvas pixels. Crops, masks and anchors are
   * relative to it.
   */
  size: [number, number];
}

/** Message to the editor from the stage, the iframe with the editor's preview page. */
export type FromStage =
  | { stage: 'ready' }
  | { stage: 'shown'; timeSec: number; isPlaying: boolean }
  /**
   * Sent when a document is laid out. `boxes` contains the clips visible at the current time, bottom first. `rows` are
   * the lines of the clip that `textClipId` named, in pixels of its box before scale and rotation; absent without one.
   */
  | { stage: 'laid-out'; number: number; boxes: StageBox[]; rows?: TextRow[] }
  | { stage: 'boxes'; timeSec: number; boxes: StageBox[] }
  | { stage: 'failed'; message: string };
