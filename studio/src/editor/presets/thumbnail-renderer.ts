import { createEngineClient, type EngineMediaTable } from '@framemill/compositor/engine-client';
import type { Document } from '@framemill/timeline';
import { requestAddresses } from '../model/media.ts';
import { createSignedMedia } from '../stage/signed-media.ts';

/** Path of the worker's script in the build; see `vite.config.ts`. */
declare const ENGINE_SCRIPT_PATH: string;

/** Draws small frames of documents, one at a time, in a worker of its own. */
export interface ThumbnailRenderer {
  /**
   * Draws the frame of a document at a time in seconds. Frames are drawn in the order of the calls, but urgent ones
   * first. Rejects with an `Error` whose message is a sentence for the user, or with the reason of the signal.
   */
  draw(document: Document, atSec: number, options: DrawOptions): Promise<ImageBitmap>;
  /** Ends the worker. Frames that are not drawn yet are never drawn. */
  close(): void;
}

/** Options of one frame. */
interface DrawOptions {
  signal: AbortSignal;
  isUrgent?: boolean;
}

/** Options of a renderer. */
interface RendererOptions {
  /** Element in the page for the canvas on which the worker draws. It need not be visible. */
  host: HTMLElement;
  /** Media files of all documents. */
  media: EngineMediaTable;
  /** Size of the frames, in even pixels. */
  size: { width: number; height: number };
}

interface Job {
  document: Document;
  atSec: number;
  isUrgent: boolean;
  resolve(frame: ImageBitmap): void;
  reject(reason: unknown): void;
}

/** Pixels by which every second frame is wider. */
const MARK_PX = 2;
/** Number of display frames after which a frame of the worker must be on the canvas. */
const MOST_WAITS = 240;

/** Starts a renderer and its worker. The caller must close it. */
export function createThumbnailRenderer({ host, media, size }: RendererOptions): ThumbnailRenderer {
  const signed = createSignedMedia(requestAddresses);
  signed.open(media);
  let jobs: readonly Job[] = [];
  let isWorking = false;
  /** Frame that the worker has drawn last, or tried to draw. */
  let last: { document: Document; atSec: number } | null = null;
  let width = size.width;
  let drawing: PromiseWithResolvers<void> | null = null;
  /** Reason why no frame can be drawn any more. */
  let finalError: Error | null = null;

  const client = createEngineClient({
    ...{ scriptUrl: ENGINE_SCRIPT_PATH, host, addressOf: signed.addressOf },
    fullSize: () => ({ width, height: size.height }),
    drawn: () => drawing?.resolve(),
    failed: (message) => drawing?.reject(new Error(message)),
    lost(isFinal) {
      if (!isFinal) return;
      finalError = new Error('The engine has stopped. Reload the page to start it again.');
      drawing?.reject(finalError);
    },
  });

  /** Returns the canvas with the frame that a call of the client requests. */
  async function requested(request: () => void): Promise<HTMLCanvasElement> {
    if (finalError) throw finalError;
    // A canvas shows a frame of its worker some time after the worker has reported it. Its width says which one it has.
    width = size.width + (canvasOf(host)?.width === size.width ? MARK_PX : 0);
    drawing = Promise.withResolvers<void>();
    request();
    await drawing.promise;
    for (let waits = 0; waits < MOST_WAITS; waits += 1) {
      const canvas = canvasOf(host);
      if (canvas?.width === width) return canvas;
      await new Promise(requestAnimationFrame);
    }
    throw new Error('The browser did not show the frame.');
  }

  async function frameOf({ document, atSec }: Job): Promise<HTMLCanvasElement> {
    const before = last;
    last = { document, atSec: before?.atSec ?? atSec };
    if (!before) client.open(document, media);
    else if (before.document !== document) {
      // The client draws a new document at once, at the time from before.
      const canvas = await requested(() => client.open(document, media));
      if (before.atSec === atSec) return canvas;
    }
    last = { document, atSec };
    return requested(() => client.seek(atSec, 'move'));
  }

  async function work(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    for (let job = nextOf(jobs); job; job = nextOf(jobs)) {
      const current = job;
      jobs = jobs.filter((one) => one !== current);
      await frameOf(current)
        .then((canvas) => current.resolve(copyOf(canvas, size)))
        .catch(current.reject);
    }
    isWorking = false;
  }

  return {
    draw(document, atSec, { signal, isUrgent = false }) {
      const { promise, resolve, reject } = Promise.withResolvers<ImageBitmap>();
      const job = { document, atSec, isUrgent, resolve, reject };
      signal.addEventListener('abort', () => {
        jobs = jobs.filter((one) => one !== job);
        reject(signal.reason);
      });
      jobs = [...jobs, job];
      void work();
      return promise;
    },
    close() {
      jobs = [];
      client.close();
    },
  };
}

function nextOf(jobs: readonly Job[]): Job | undefined {
  return jobs.find(({ isUrgent }) => isUrgent) ?? jobs[0];
}

function canvasOf(host: HTMLElement): HTMLCanvasElement | null {
  return host.querySelector('canvas');
}

function copyOf(canvas: HTMLCanvasElement, { width, height }: RendererOptions['size']): ImageBitmap {
  const copy = new OffscreenCanvas(width, height);
  const context = copy.getContext('2d');
  if (!context) throw new Error('The browser has no 2D canvas, which previews need.');
  context.drawImage(canvas, 0, 0, width, height);
  return copy.transferToImageBitmap();
}
