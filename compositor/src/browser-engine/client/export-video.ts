import type { ExportedFile, ExportOrder, ExportReply, ExportRequest } from '../worker/export-messages.ts';
import { missingForEngine } from './engine-client.ts';
import { evenSize } from './frame-size.ts';
import { type AddressOf, answerTo } from './page-answers.ts';

/**
 * Returns the part of the web platform that a browser lacks for an export, such as `WebCodecs`; null when it has all of
 * them. Which codecs it can encode is found when an export starts. `browser` is the global object.
 */
export function missingForExport(browser: object = globalThis): string | null {
  return missingForEngine(true, browser) ?? ('VideoEncoder' in browser ? null : 'WebCodecs');
}

/** Document, file and callbacks of an export. */
export interface ExportOptions extends Pick<ExportOrder, 'document' | 'media' | 'format' | 'quality'> {
  /** URL of `export.js`, the script of the worker that exports, on the page's own origin. */
  readonly scriptUrl: string;
  /** Share (0-1) of the document's size at which frames are drawn. Default 1. */
  readonly scale?: number;
  /** Whether to draw the watermark of renders. Default false. */
  readonly watermark?: boolean;
  /**
   * File to write, from `showSaveFilePicker()`. It changes when the export is finished. Absent: the result is a Blob.
   */
  readonly target?: FileSystemFileHandle | undefined;
  readonly addressOf: AddressOf;
  /** Called after each frame with the number of frames so far and of the whole video. */
  progress?(frames: number, totalFrames: number): void;
  /** Signal that stops the export. The promise then rejects with its reason, and the file is discarded. */
  readonly signal?: AbortSignal;
}

/** Time after which a cancelled worker is ended even if it has not discarded its file, in ms. */
const cancelMs = 3_000;

/**
 * Exports a document in the browser, without a server: MP4 with H.264 and AAC, or WebM with VP9 and Opus, by a worker
 * of its own. Frames and audio are those of a render node before encoding. Rejects with an `Error` whose message is for
 * the user when the document or this browser cannot be exported: html clips, media that cannot be decoded, missing
 * codecs.
 */
export function exportVideo(options: ExportOptions): Promise<ExportedFile> {
  const { document, media, format, quality, scale = 1, watermark = false, target = null } = options;
  const { addressOf, progress, signal } = options;
  const { promise, resolve, reject } = Promise.withResolvers<ExportedFile>();
  if (signal?.aborted) return Promise.reject(signal.reason);
  const worker = new Worker(options.scriptUrl, { type: 'module', name: 'Framemill export' });
  let cancelling: ReturnType<typeof setTimeout> | undefined;

  function send(message: ExportRequest): void {
    worker.postMessage(message);
  }

  function cancel(): void {
    send({ type: 'cancel' });
    cancelling = setTimeout(() => reject(signal?.reason), cancelMs);
  }

  worker.onmessage = async ({ data }: MessageEvent<ExportReply>) => {
    if (data.type === 'address' || data.type === 'drawing') send(await answerTo(data, addressOf));
    else if (data.type === 'progress') progress?.(data.frames, data.totalFrames);
    else if (data.type === 'failed') reject(new Error(data.message));
    else if (data.type === 'cancelled') reject(signal?.reason);
    else resolve(data);
  };
  const lose = () => reject(new Error('The export has stopped. Close other tabs and try again.'));
  worker.onerror = lose;
  worker.onmessageerror = lose;
  signal?.addEventListener('abort', cancel, { once: true });
  const size = evenSize(document.settings, scale);
  send({ type: 'export', document, media, format, quality, size, watermark, target });
  return promise.finally(() => {
    signal?.removeEventListener('abort', cancel);
    clearTimeout(cancelling);
    worker.terminate();
  });
}
