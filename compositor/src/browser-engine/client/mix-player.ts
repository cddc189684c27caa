import type { Document as ComposedDocument } from '@framemill/timeline';
import { SAMPLE_RATE } from '../../audio/audio-format.ts';
import type { EngineMediaTable } from '../worker/messages.ts';
import type { EngineClient } from './engine-client.ts';
import { createMixQueue, type MixQueue } from './mix-queue.ts';
import { MixStoppedError } from './mix-reader.ts';

/** Audio of a playback, and the reason why there is none. */
export type MixState =
  /** Nothing is audible: the document has no audio, the volume is 0, or nothing has been played yet. */
  | { readonly kind: 'silent' }
  /** The mix is played, and is the clock. */
  | { readonly kind: 'playing' }
  /** The browser plays no audio before the user clicks in the page. It starts at a click or a key. */
  | { readonly kind: 'blocked' }
  /** The mix cannot be played, until another document is opened. `message` is a sentence for the user. */
  | { readonly kind: 'failed'; readonly message: string };

/**
 * Plays the mix of the engine's open document, and is the clock of the playback. Without audio, the clock is that of
 * the page. Times are in seconds of the document.
 */
export interface MixPlayer {
  /** Takes over the document that the engine has opened. Playback continues, with the new mix as soon as it comes. */
  open(document: ComposedDocument, media: EngineMediaTable): void;
  /**
   * Pauses, and loads the audio from a time on. Must be called in the event handler of a click or a key, because
   * browsers let pages start audio there. Keeps the loaded audio when `timeSec` is the last result of `timeSec()`.
   */
  prepare(timeSec: number): void;
  /** Plays from the prepared time, or from that of the last pause. */
  play(): void;
  /** Stops the clock. */
  pause(): void;
  /**
   * Returns the time of playback. It never goes back while playing, does not end with the document, and stays the same
   * while the mix is late.
   */
  timeSec(): number;
  /** Sets the volume, 0 to 1. At 0, nothing is mixed. */
  setVolume(volume: number): void;
  state(): MixState;
  close(): void;
}

/** Functions that a mix player calls. */
export interface MixPlayerOptions {
  /** Mixes the document; see `EngineClient.mix`. */
  readonly mix: EngineClient['mix'];
  /** Reports another state. */
  changed(state: MixState): void;
}

/**
 * Time within which audio starts unless the browser blocks it, in ms: before and after the first click in the page. The
 * image waits for it.
 */
const START_MS = { before: 300, after: 3_000 };
/** Time from the request of a mix to its first sample when playback continues meanwhile, in seconds. */
const AHEAD_SEC = 0.5;

/** Audio output of the page. */
interface Output {
  readonly context: AudioContext;
  readonly gain: GainNode;
  readonly queue: MixQueue;
}

/** Creates the player of one engine. It opens an audio output when it first plays. */
export function createMixPlayer({ mix, changed }: MixPlayerOptions): MixPlayer {
  let state: MixState = { kind: 'silent' };
  let output: Output | null = null;
  let hasAudio = false;
  let volume = 1;
  let isPlaying = false;
  /** Whether the mix is the clock. Otherwise it is the clock of the page. */
  let isMixed = false;
  let atSec = 0;
  /** Newest time that the owner of this player has got. */
  let returnedSec = 0;
  /** Time of the page's clock at second 0, in ms, while that is the clock. */
  let zeroMs = 0;
  /** Signal of the current mix; null without one. */
  let current: AbortController | null = null;
  /** All mixes so far. One ends before the next begins, so that many changes do not keep the worker busy. */
  let mixes: Promise<void> = Promise.resolve();
  let starting: ReturnType<typeof setTimeout> | undefined;

  function setState(next: MixState): void {
    if (next.kind === state.kind && next.kind !== 'failed') return;
    for (const type of ['pointerup', 'keydown']) {
      if (next.kind === 'blocked') addEventListener(type, resume, { capture: true });
      else removeEventListener(type, resume, { capture: true });
    }
    state = next;
    changed(state);
  }

  function isWanted(): boolean {
    return hasAudio && volume > 0 && state.kind !== 'failed';
  }

  /** Updates `atSec` to the present time, and returns it. */
  function advance(): number {
    if (!isPlaying) return atSec;
    const position = isMixed && output ? output.queue.position() / SAMPLE_RATE : (performance.now() - zeroMs) / 1_000;
    atSec = Math.max(atSec, position);
    return atSec;
  }

  /** Returns the audio output. Opens it if necessary; null when the browser has none, which is then the state. */
  function openOutput(): Output | null {
    if (output) return output;
    try {
      for (const name of ['AudioContext', 'AudioDecoder']) {
        if (!(name in globalThis)) throw new Error(`This browser has no ${name}, which the mix of the audio needs.`);
      }
      const context = new AudioContext({ sampleRate: SAMPLE_RATE });
      const gain = new GainNode(context, { gain: volume });
      gain.connect(context.destination);
      context.addEventListener('statechange', () => {
        if (!isPlaying) return;
        if (context.state === 'running') join();
        else if (isMixed) resume();
      });
      output = { context, gain, queue: createMixQueue(context, gain) };
    } catch (error) {
      fail(error);
    }
    return output;
  }

  /** Starts the audio output. When it does not start soon, playback continues without audio. */
  function resume(): void {
    if (!isPlaying) return;
    output?.context.resume().catch(() => undefined);
    clearTimeout(starting);
    const limitMs = navigator.userActivation?.hasBeenActive ? START_MS.after : START_MS.before;
    starting = setTimeout(() => {
      if (isPlaying && isWanted() && output?.context.state !== 'running') leaveMix({ kind: 'blocked' });
    }, limitMs);
  }

  /** Continues without the mix, by the clock of the page. */
  function leaveMix(next: MixState): void {
    zeroMs = performance.now() - advance() * 1_000;
    stopMix();
    // Audio that is blocked may still start.
    if (next.kind !== 'blocked') void output?.context.suspend();
    setState(next);
  }

  /** Continues with the mix, in silence until it is there. Does nothing when the output does not run. */
  function join(): void {
    if (isMixed || !isWanted() || output?.context.state !== 'running') return;
    output.queue.joinAt(Math.round(advance() * SAMPLE_RATE));
    isMixed = true;
    startMix(atSec + AHEAD_SEC);
    setState({ kind: 'playing' });
  }

  function fail(error: unknown): void {
    leaveMix({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }

  /** Lets playback have audio: starts the output, and joins the mix when the output runs. */
  function resumeAndJoin(): void {
    if (!openOutput()) return;
    resume();
    join();
  }

  function stopMix(): void {
    isMixed = false;
    current?.abort();
    current = null;
    output?.queue.waitAt(0);
  }

  /** Mixes from a time on, in place of the current mix. What is in the queue is played until the new mix comes. */
  function startMix(fromSec: number): void {
    current?.abort();
    const own = new AbortController();
    current = own;
    mixes = mixes.then(() => readMix(own, fromSec));
  }

  async function readMix(own: AbortController, fromSec: number): Promise<void> {
    try {
      if (own.signal.aborted) return;
      for await (const block of mix(fromSec, Number.POSITIVE_INFINITY, own.signal)) {
        if (!output || current !== own) return;
        output.queue.add(block);
        await output.queue.space(own.signal);
        if (current !== own) return;
      }
      output?.queue.finish();
    } catch (error) {
      if (current !== own) return;
      if (error instanceof MixStoppedError) startMix(Math.min(endSec(), advance() + AHEAD_SEC));
      else fail(error);
    }
  }

  function endSec(): number {
    return (output?.queue.end() ?? 0) / SAMPLE_RATE;
  }

  return {
    open(document, media) {
      hasAudio = document.clips.some(({ src }) => media[src]?.facts.hasAudio);
      if (state.kind === 'failed') setState({ kind: 'silent' });
      if (!isPlaying || !isWanted()) leaveMix({ kind: 'silent' });
      else if (isMixed) startMix(Math.min(endSec(), advance() + AHEAD_SEC));
      else resumeAndJoin();
    },
    prepare(fromSec) {
      if (isMixed && !isPlaying && fromSec === returnedSec) return;
      isPlaying = false;
      clearTimeout(starting);
      stopMix();
      atSec = fromSec;
      returnedSec = fromSec;
      const opened = isWanted() ? openOutput() : null;
      if (!opened) return;
      // Started and paused at once: browsers then let it start later, without a click.
      opened.context.resume().catch(() => undefined);
      void opened.context.suspend();
      opened.queue.waitAt(Math.round(fromSec * SAMPLE_RATE));
      isMixed = true;
      startMix(fromSec);
    },
    play() {
      if (isPlaying) return;
      isPlaying = true;
      zeroMs = performance.now() - atSec * 1_000;
      if (isMixed) setState({ kind: 'playing' });
      if (isWanted()) resumeAndJoin();
    },
    pause() {
      advance();
      isPlaying = false;
      clearTimeout(starting);
      void output?.context.suspend();
    },
    timeSec() {
      returnedSec = advance();
      return returnedSec;
    },
    setVolume(next) {
      volume = next;
      output?.gain.gain.setTargetAtTime(volume, output.context.currentTime, 0.01);
      if (!isWanted()) {
        if (state.kind !== 'failed') leaveMix({ kind: 'silent' });
      } else if (isPlaying && !isMixed) resumeAndJoin();
    },
    state: () => state,
    close() {
      isPlaying = false;
      clearTimeout(starting);
      leaveMix({ kind: 'silent' });
      void output?.context.close();
      output = null;
    },
  };
}
