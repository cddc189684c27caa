import type { Size } from '../../graph/placement.ts';
import {
  createEngineClient,
  createMixPlayer,
  type DrawnFrame,
  type EngineClient,
  type MixState,
} from '../client/index.ts';
import type { ElementAudio } from './element-audio.ts';
import type { PlayerVideo } from './player-video.ts';

/** Values and functions that a playback gets from its player. */
export interface PlaybackOptions {
  /** URL of the script of the engine's worker. */
  readonly scriptUrl: string;
  /** Element in which frames are shown. */
  readonly host: HTMLElement;
  /** Audio that is played when the mix of the engine cannot be. */
  readonly elements: ElementAudio;
  /** Size of the place in which the video is shown, in pixels of the screen. */
  room(): Size;
  addressOf(path: string, isExpired: boolean): Promise<string | null>;
  /** Reports the time of playback, in seconds, at each frame of the page. */
  moved(timeSec: number): void;
  /** Reports that a frame is on the screen. */
  drawn(frame: DrawnFrame): void;
  /** Reports another state of the audio. When it has failed, elements play it. */
  audioChanged(state: MixState): void;
  /** Reports that playback waits for its audio, or that it goes on. */
  busy(isBusy: boolean): void;
  /** Reports that playback has reached the end. It has stopped. */
  ended(): void;
  /** Reports that frames cannot be drawn, with a sentence for the user. Playback has stopped. */
  failed(message: string): void;
}

/** Plays a video: images and audio by the browser engine. The audio is the clock. Times are in seconds. */
export interface Playback {
  /** Replaces the video and shows the current time of the new one. */
  open(video: PlayerVideo): void;
  /** Plays on from the current time. */
  play(): void;
  pause(): void;
  /** Shows a time. Playback goes on from there. */
  seek(timeSec: number): void;
  /** Draws the frame again, at the present size of the place, unless playback does so anyway. */
  redraw(): void;
  /** Sets the volume of the audio, 0 to 1. At 0, no audio is loaded. */
  setVolume(volume: number): void;
  /** Returns the number of frames of playback that were drawn and that were left out. */
  counts(): { played: number; dropped: number };
  close(): void;
}

/** Time that the video must rest before the frame is drawn from the original videos, in ms. */
const REST_MS = 150;
/** Delay of the image behind playback at which playback waits for it, in seconds. */
const LATE_SEC = 1.5;
/** Time for which playback may wait for its audio before it reports that, in ms. */
const BUSY_MS = 300;
/** Time after which playback goes on while its page is hidden and draws no frames, in ms. */
const HIDDEN_MS = 500;

/** Creates the playback of one player. */
export function createPlayback(options: PlaybackOptions): Playback {
  const { elements } = options;
  let video: PlayerVideo | null = null;
  let atSec = 0;
  let isPlaying = false;
  /** Whether playback waits for the image of its time. */
  let isWaiting = false;
  /** Time of the newest frame on the screen. */
  let drawnSec = 0;
  /** Time of the page's clock at which the time of playback last changed, in ms. */
  let movedMs = 0;
  let isBusy = false;
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let resting: ReturnType<typeof setTimeout> | undefined;

  const client: EngineClient = createEngineClient({
    scriptUrl: options.scriptUrl,
    host: options.host,
    fullSize: () => sizeWithin(video?.document.settings ?? options.room(), options.room()),
    addressOf: options.addressOf,
    drawn(shown) {
      drawnSec = shown.atSec;
      if (isPlaying && isWaiting && shown.atSec === atSec) {
        isWaiting = false;
        movedMs = performance.now();
        mix.play();
        schedule();
      }
      options.drawn(shown);
    },
    failed(message) {
      stop();
      options.failed(message);
    },
    lost(isFinal) {
      if (!isFinal) return;
      stop();
      const { origin } = new URL(options.scriptUrl, location.href);
      options.failed(
        'The engine of this video could not start or has stopped. Reload the page. The content security policy of ' +
          `the page must allow WebAssembly, scripts of ${origin}, and workers of blob: and ${origin}.`,
      );
    },
  });

  const mix = createMixPlayer({
    mix: client.mix,
    changed(state) {
      if (state.kind !== 'failed') elements.pause();
      options.audioChanged(state);
    },
  });

  function schedule(): void {
    unschedule();
    frame = requestAnimationFrame(goOn);
    // Hidden pages get no animation frames, but their audio plays on.
    timer = setTimeout(goOn, HIDDEN_MS);
  }

  function unschedule(): void {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  }

  function goOn(): void {
    if (!video || !isPlaying || isWaiting) return;
    const { durationSec } = video;
    const timeSec = Math.min(durationSec, mix.timeSec());
    if (timeSec > atSec) movedMs = performance.now();
    setBusy(performance.now() - movedMs > BUSY_MS);
    atSec = timeSec;
    if (atSec >= durationSec) {
      stop();
      showResting();
      options.moved(atSec);
      options.ended();
      return;
    }
    if (atSec - drawnSec > LATE_SEC && !document.hidden) {
      pauseAudio();
      startHere();
    } else {
      client.seek(atSec, 'play');
      if (mix.state().kind === 'failed') elements.follow(atSec);
      schedule();
    }
    options.moved(atSec);
  }

  function setBusy(next: boolean): void {
    if (isBusy === next) return;
    isBusy = next;
    options.busy(isBusy);
  }

  function stop(): void {
    setBusy(false);
    isPlaying = false;
    isWaiting = false;
    unschedule();
    pauseAudio();
  }

  function pauseAudio(): void {
    mix.pause();
    elements.pause();
  }

  /** Shows the current time from preview copies, and from the original videos when it has rested for a while. */
  function showResting(): void {
    clearTimeout(resting);
    const hasPreviews = Object.values(video?.media ?? {}).some(({ previewPath }) => previewPath !== undefined);
    client.seek(atSec, hasPreviews ? 'move' : 'rest');
    if (hasPreviews) resting = setTimeout(() => client.seek(atSec, 'rest'), REST_MS);
  }

  /** Requests the frame of the current time, which starts the clock when it is on the screen. */
  function startHere(): void {
    clearTimeout(resting);
    unschedule();
    isWaiting = true;
    drawnSec = atSec;
    mix.prepare(atSec);
    // The client draws each frame of playback once, but frames of this kind always.
    client.seek(atSec, 'move');
  }

  return {
    open(next) {
      video = next;
      atSec = Math.min(atSec, next.durationSec);
      client.open(next.document, next.media);
      mix.open(next.document, next.media);
      elements.open(next);
      if (!isPlaying) showResting();
      else if (isWaiting) startHere();
    },
    play() {
      if (isPlaying || !video) return;
      isPlaying = true;
      startHere();
    },
    pause() {
      if (!isPlaying) return;
      stop();
      showResting();
    },
    seek(timeSec) {
      atSec = Math.min(Math.max(0, timeSec), video?.durationSec ?? timeSec);
      pauseAudio();
      if (isPlaying) startHere();
      else showResting();
    },
    redraw() {
      if (!isPlaying && video) showResting();
    },
    setVolume(volume) {
      mix.setVolume(volume);
      elements.setVolume(volume);
    },
    counts: () => client.counts(),
    close() {
      stop();
      clearTimeout(resting);
      mix.close();
      client.close();
      elements.close();
    },
  };
}

/** Returns the size of a video that fills its place without being cut or enlarged beyond its own size, in pixels. */
export function sizeWithin(video: Size, place: Size): Size {
  const scale = Math.min(1, place.width / video.width, place.height / video.height);
  return { width: video.width * scale, height: video.height * scale };
}
