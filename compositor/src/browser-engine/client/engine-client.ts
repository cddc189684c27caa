import type { Document as ComposedDocument } from '@framemill/timeline';
import type { Size } from '../../graph/placement.ts';
import type { EngineMediaTable, EngineReply, EngineRequest, MixBlock } from '../worker/messages.ts';
import { createSizeChoice, evenSize } from './frame-size.ts';
import { createMixReader } from './mix-reader.ts';
import { type AddressOf, answerTo } from './page-answers.ts';
import { startWorker, takePreparedWorker } from './start-worker.ts';

/** Global names of a browser that the engine needs, with the name of each for people. */
const needed: readonly (readonly [name: string, label: string])[] = [
  ['WebAssembly', 'WebAssembly'],
  ['Worker', 'workers'],
  ['OffscreenCanvas', 'OffscreenCanvas'],
];

/** Global names that the engine needs for videos. */
const neededForVideos: readonly (readonly [name: string, label: string])[] = [
  ['VideoDecoder', 'WebCodecs'],
  ['VideoFrame', 'WebCodecs'],
];

/**
 * Returns the part of the web platform that a browser lacks for the engine, such as `WebCodecs`; null when it has all
 * of them. Browsers have WebCodecs only on pages over HTTPS or from localhost. `browser` is the global object.
 */
export function missingForEngine(hasVideos: boolean, browser: object = globalThis): string | null {
  const names = hasVideos ? [...needed, ...neededForVideos] : needed;
  return names.find(([name]) => !(name in browser))?.[1] ?? null;
}

/** Frame that is now on the canvas. */
export interface DrawnFrame {
  readonly atSec: number;
  /** Size of the frame in pixels. */
  readonly size: Size;
  /** Time from the request of the frame to its display, in ms. */
  readonly tookMs: number;
}

/** Values and functions that a page passes to the engine. The engine calls the functions. */
export interface EngineClientOptions {
  /** URL of `engine.js`, the script of the worker. Servers of other origins must allow the page's origin (CORS). */
  readonly scriptUrl: string;
  /** Element in which the client puts its canvas. The canvas fills the element. */
  readonly host: HTMLElement;
  /** Size of a frame at full size, in pixels. It has the proportions of the document. */
  fullSize(): Size;
  readonly addressOf: AddressOf;
  drawn(frame: DrawnFrame): void;
  /** Reports that a frame cannot be drawn, with a sentence for the user. The next frame may succeed. */
  failed(message: string): void;
  /** Reports that the worker has crashed, hangs or could not start. `isFinal`: it is not started again. */
  lost(isFinal: boolean): void;
  /**
   * Time within which the worker must answer that it is alive, in ms. Default: 10,000. It is asked while it draws a
   * frame, after a fifth of this time.
   */
  answerMs?: number;
}

/** Reason why a frame is wanted; it determines the size and the copies of videos. */
export type FrameUse =
  /** The playhead rests: full size, from the original videos. */
  | 'rest'
  /** The playhead or a clip is moved: full size, from preview copies. */
  | 'move'
  /** Playback: the largest size that keeps time, from preview copies. */
  | 'play';

/** Draws frames of a document in a worker, on a canvas of the page. */
export interface EngineClient {
  /** Shows another document. The wanted frame is drawn again. */
  open(document: ComposedDocument, media: EngineMediaTable): void;
  /**
   * Asks for the frame at a time in seconds. It replaces a frame that was asked for earlier and is not being drawn yet.
   * A frame that takes more than a quarter of a second is given up for it, except during playback; the first frame, after
   * two seconds.
   */
  seek(atSec: number, use: FrameUse): void;
  /**
   * Mixes the audio of the open document between two times in seconds: blocks of at most a second, each of which is
   * mixed when the one before has been taken. They have the samples that a render node encodes. Throws an `Error` when
   * a clip cannot be played, a `MixStoppedError` when the worker is lost, and the reason of the signal when it is
   * aborted.
   */
  mix(fromSec: number, toSec: number, signal?: AbortSignal): AsyncGenerator<MixBlock, void, undefined>;
  /** Returns the number of drawn frames of playback, and of those that were left out because others were late. */
  counts(): { played: number; dropped: number };
  /** Ends the worker, with its decoders and their frames, and removes the canvas. */
  close(): void;
}

interface Wanted {
  readonly atSec: number;
  readonly use: FrameUse;
}

interface Sent extends Wanted {
  readonly id: number;
  readonly size: Size;
  readonly sentMs: number;
}

/** Time after which a frame that is no longer wanted is given up, in ms. */
const patienceMs = 250;
/** The same for the first frame, which waits for fonts and decoders, in ms. */
const firstPatienceMs = 2_000;

/** Default of `answerMs`. */
const defaultAnswerMs = 10_000;
/** Losses of the worker count together when less than this lies between them, in ms. */
const lossesMs = 60_000;

/**
 * Starts the worker of the browser engine. A worker that is lost is started again, unless another was lost within the
 * last minute.
 */
export function createEngineClient(options: EngineClientOptions): EngineClient {
  const { answerMs = defaultAnswerMs } = options;
  const sizes = createSizeChoice();
  const counts = { played: 0, dropped: 0 };
  let worker: Worker | null = null;
  let scene: { document: ComposedDocument; media: EngineMediaTable } | null = null;
  /** Newest wanted frame: not sent, sent or drawn. */
  let newest: Wanted | null = null;
  let waiting: Wanted | null = null;
  let sent: Sent | null = null;
  let givingUp: ReturnType<typeof setTimeout> | null = null;
  /** Next question whether the worker is alive, or the end of the time for its answer. */
  let watching: ReturnType<typeof setTimeout> | null = null;
  /** Whether the script of the worker runs. Until then it may load for long, and answers nothing. */
  let isRunning = false;
  let hasDrawn = false;
  let serial = 0;
  let lostMs = Number.NEGATIVE_INFINITY;

  const mixes = createMixReader(send);

  function send(message: EngineRequest, transfer: Transferable[] = []): void {
    worker?.postMessage(message, transfer);
  }

  function start(): void {
    const canvas = document.createElement('canvas');
    Object.assign(canvas.style, { display: 'block', width: '100%', height: '100%' });
    options.host.replaceChildren(canvas);
    const started = takePreparedWorker(options.scriptUrl) ?? startWorker(options.scriptUrl);
    worker = started;
    isRunning = false;
    started.onmessage = ({ data }: MessageEvent<EngineReply>) => take(data);
    started.onerror = lose;
    started.onmessageerror = lose;
    // A prepared worker has said that it runs before anybody listened.
    send({ type: 'ping' });
    const offscreen = canvas.transferControlToOffscreen();
    send({ type: 'canvas', canvas: offscreen }, [offscreen]);
    if (scene) send({ type: 'open', ...scene });
  }

  function stop(): void {
    worker?.terminate();
    worker = null;
    sent = null;
    mixes.stop();
    stopTimers();
  }

  function stopTimers(): void {
    for (const timer of [givingUp, watching]) if (timer !== null) clearTimeout(timer);
    givingUp = null;
    watching = null;
  }

  /** Asks the worker later whether it is alive. It answers between its steps, also while it waits for a file. */
  function watchWorker(): void {
    watching = setTimeout(() => {
      send({ type: 'ping' });
      watching = setTimeout(lose, answerMs);
    }, answerMs / 5);
  }

  function lose(): void {
    stop();
    const isFinal = performance.now() - lostMs < lossesMs;
    lostMs = performance.now();
    if (!isFinal) {
      start();
      waiting = newest;
      sendNext();
    }
    options.lost(isFinal);
  }

  function sendNext(): void {
    if (sent || !waiting || !scene || !worker) return;
    const size = evenSize(options.fullSize(), waiting.use === 'play' ? sizes.share() : 1);
    serial += 1;
    sent = { ...waiting, id: serial, size, sentMs: performance.now() };
    waiting = null;
    const { id, atSec, use } = sent;
    send({ id, type: 'draw', atSec, output: size, isFast: use !== 'rest', as: 'canvas' });
    if (isRunning) watchWorker();
  }

  /** Gives up the frame that is being drawn when a newer one has waited for it too long. */
  function limitWait(): void {
    if (!sent || !waiting || givingUp !== null) return;
    const { id, use, sentMs } = sent;
    // A late frame of playback is better than none.
    if (use === 'play' && waiting.use === 'play') return;
    const giveUpMs = sentMs + (hasDrawn ? patienceMs : firstPatienceMs);
    givingUp = setTimeout(() => send({ id, type: 'cancel' }), Math.max(0, giveUpMs - performance.now()));
  }

  function take(reply: EngineReply): void {
    if (reply.type === 'address' || reply.type === 'drawing') {
      void answer(reply);
      return;
    }
    if (reply.type === 'alive') {
      isRunning = true;
      if (watching !== null) clearTimeout(watching);
      watching = null;
      if (sent) watchWorker();
      return;
    }
    if (mixes.take(reply) || reply.type === 'mixed' || reply.id !== sent?.id) return;
    const { atSec, use, size, sentMs } = sent;
    const tookMs = performance.now() - sentMs;
    sent = null;
    stopTimers();
    if (reply.type === 'drawn') {
      hasDrawn = true;
      if (use === 'play') {
        counts.played += 1;
        sizes.report(tookMs, 1000 / (scene?.document.settings.fps ?? 30));
      }
      options.drawn({ atSec, size, tookMs });
    } else if (reply.type === 'failed') options.failed(reply.message);
    sendNext();
  }

  async function answer(question: Extract<EngineReply, { type: 'address' | 'drawing' }>): Promise<void> {
    const asker = worker;
    const message = await answerTo(question, options.addressOf);
    if (worker === asker) send(message, message.type === 'drawing' && message.rgba ? [message.rgba.buffer] : []);
  }

  function frameAt(atSec: number): number {
    return Math.floor(atSec * (scene?.document.settings.fps ?? 30) + 1e-6);
  }

  start();
  return {
    open(document, media) {
      scene = { document, media };
      send({ type: 'open', ...scene });
      waiting ??= newest;
      sendNext();
      limitWait();
    },
    seek(atSec, use) {
      // Displays are often faster than documents: playback asks for most frames twice.
      if (use === 'play' && newest?.use === 'play' && frameAt(newest.atSec) === frameAt(atSec)) return;
      if (waiting?.use === 'play') counts.dropped += 1;
      newest = { atSec, use };
      waiting = newest;
      sendNext();
      limitWait();
    },
    mix(fromSec, toSec, signal) {
      if (!worker) throw new Error('The engine has stopped. Reload the page to start it again.');
      serial += 1;
      return mixes.read(serial, fromSec, toSec, signal);
    },
    counts: () => ({ ...counts }),
    close() {
      stop();
      waiting = null;
      scene = null;
      options.host.replaceChildren();
    },
  };
}
