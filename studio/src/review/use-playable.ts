import { type RefObject, useEffect, useState } from 'react';
import type { Review } from './review-service.ts';

/** Part that `<video>` and `<framemill-player>` have in common. */
type Playable = HTMLElement &
  Pick<HTMLVideoElement, 'currentTime' | 'duration' | 'paused' | 'videoWidth' | 'videoHeight' | 'play' | 'pause'>;

/** State of the video, and functions that change it. Times are in seconds. */
export interface PlayableState {
  readonly timeSec: number;
  /** Length; null until the video is loaded. */
  readonly durationSec: number | null;
  /** Width divided by height; null until the video is loaded. */
  readonly ratio: number | null;
  readonly isPaused: boolean;
  readonly problem: string | null;
  seek(timeSec: number): void;
  toggle(): void;
}

const EVENTS = ['timeupdate', 'seeking', 'seeked', 'play', 'pause', 'ended', 'loadedmetadata', 'durationchange'];

/** Shows the video of a review in the element `host`. */
export function usePlayable(host: RefObject<HTMLElement | null>, video: Review['video']): PlayableState {
  const [element, setElement] = useState<Playable | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [shown, setShown] = useState<Pick<PlayableState, 'timeSec' | 'durationSec' | 'ratio' | 'isPaused'>>({
    ...{ timeSec: 0, durationSec: null, ratio: null, isPaused: true },
  });
  const { kind, url } = video;
  const scriptUrl = video.kind === 'player' ? video.scriptUrl : null;

  useEffect(() => {
    let isOpen = true;
    let made: Playable | null = null;
    function show() {
      if (!made) return;
      const { currentTime, duration, paused, videoWidth, videoHeight } = made;
      setShown({
        ...{ timeSec: currentTime, isPaused: paused },
        durationSec: Number.isFinite(duration) ? duration : null,
        ratio: videoWidth > 0 && videoHeight > 0 ? videoWidth / videoHeight : null,
      });
    }
    async function open() {
      if (scriptUrl !== null) await import(/* @vite-ignore */ scriptUrl);
      if (!isOpen) return;
      const created = document.createElement(kind === 'render' ? 'video' : 'framemill-player');
      if (!isPlayable(created)) throw new Error('The player could not be loaded. Reload the page.');
      created.setAttribute('src', url);
      created.setAttribute('playsinline', '');
      created.className = 'absolute inset-0 size-full';
      for (const name of EVENTS) created.addEventListener(name, show);
      created.addEventListener('error', () => setProblem(problemOf(created)));
      made = created;
      host.current?.replaceChildren(created);
      setElement(created);
    }
    open().catch((error: unknown) => setProblem(error instanceof Error ? error.message : String(error)));
    return () => {
      isOpen = false;
      made?.remove();
    };
  }, [host, kind, url, scriptUrl]);

  return {
    ...shown,
    problem,
    seek(timeSec) {
      if (!element) return;
      element.pause();
      element.currentTime = Math.min(Math.max(0, timeSec), shown.durationSec ?? timeSec);
    },
    toggle() {
      if (!element) return;
      if (element.paused) void element.play().catch(() => undefined);
      else element.pause();
    },
  };
}

function isPlayable(element: HTMLElement): element is Playable {
  return 'currentTime' in element && 'play' in element;
}

function problemOf(element: Playable): string {
  const error: unknown = Reflect.get(element, 'error');
  const message: unknown = Object(error).message;
  return typeof message === 'string' && message !== '' ? message : 'This browser cannot play the video.';
}
