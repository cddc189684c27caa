import type { Document } from '@framemill/timeline';
import type { EngineAnswer, EngineMediaTable, EngineQuestion } from './messages.ts';

/**
 * Formats that a browser can export: MP4 with H.264 (else VP9 or AV1) and AAC, WebM with VP9 (else AV1 or VP8) and
 * Opus.
 */
export type ExportFormat = 'mp4' | 'webm';

/** Size of the file: bits per pixel of the frames, and bits per second of the audio. */
export type ExportQuality = 'draft' | 'standard' | 'high';

/** Document and file of an export. */
export interface ExportOrder {
  readonly document: Document;
  readonly media: EngineMediaTable;
  readonly format: ExportFormat;
  readonly quality: ExportQuality;
  /** Size of the frames in pixels, even on both sides and with the proportions of the document. */
  readonly size: { readonly width: number; readonly height: number };
  /** Whether to draw the watermark of renders. */
  readonly watermark: boolean;
  /** File to write; null: the file is passed to the page when it is finished. */
  readonly target: FileSystemFileHandle | null;
}

/**
 * Message to the worker that exports. It answers `export` with a series of `progress`, and one of the other replies.
 */
export type ExportRequest =
  | ({ readonly type: 'export' } & ExportOrder)
  /** Stops the export. The worker answers `cancelled` when it has discarded the file. */
  | { readonly type: 'cancel' }
  | EngineAnswer;

/** Finished file. */
export interface ExportedFile {
  /** The file; null when it was written to the target. */
  readonly file: Blob | null;
  /** Codec of the video, such as `avc`. */
  readonly videoCodec: string;
  /** Codec of the audio; null when no clip is audible. */
  readonly audioCodec: string | null;
  /** Sentences about problems that did not prevent the export. */
  readonly warnings: readonly string[];
}

/** Message of the worker that exports. */
export type ExportReply =
  | { readonly type: 'progress'; readonly frames: number; readonly totalFrames: number }
  | ({ readonly type: 'exported' } & ExportedFile)
  | { readonly type: 'cancelled' }
  | { readonly type: 'failed'; readonly message: string }
  | (EngineQuestion & { readonly id: number });
