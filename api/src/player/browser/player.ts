import type { FromFilm, ToFilm } from './messages.ts';

/** Script that runs in the frame of the HTML preview; the bundler replaces this name by its source. */
declare const FILM_SCRIPT: string;

/** Maximum time for an HTML preview to show its first frame, in ms. */
const READY_MS = 30_000;

/** Playback state. Times are in seconds. */
export interface PlayerState {
  timeSec: number;
  durationSec: number;
  isPlaying: boolean;
}

/** Options of `createPlayer`. */
export interface PlayerOptions {
  /** HTML returned by `GET /v1/projects/{id}/preview?format=html`. */
  html: string;
  /** Base address of the preview's media, fonts and script. Defaults to the origin of this module. */
  baseUrl?: string;
  /** Accessible name of the player's frame, which assistive technology reads; default `Film`. */
  title?: string;
  /** Called at each displayed time, and whenever playback starts or stops. */
  onState?: (state: PlayerState) => void;
}

/** Player of an HTML preview in a web page. */
export interface Player {
  /**
   * Frame that displays the HTML preview.
   * It has an opaque origin, so its content can access neither the embedding page nor the service's cookies.
   */
  readonly frame: HTMLIFrameElement;
  /** Resolves when the first frame is displayed; rejects when that takes longer than 30 s. */
  readonly ready: Promise<void>;
  /** Current playback state. */
  readonly state: PlayerState;
  /**
   * Starts playback, from the beginning when the end was reached.
   * Browsers play audio only after the user clicked or typed in the page.
   */
  play(): void;
  pause(): void;
  /**
   * Shows the frame at a time in seconds, clamped to the duration, and pauses.
   * Throws `RangeError` when `timeSec` is not a finite number.
   */
  seek(timeSec: number): void;
  /** Removes the player from the page. */
  close(): void;
}

/**
 * Shows an HTML preview in `host`, scaled to the width of `host`. Throws an `Error` when `html` is not an HTML preview.
 * If the page has a content security policy, it must allow inline scripts and styles, and the media, fonts and scripts
 * of the service, because the frame of the preview inherits the policy.
 */
export function createPlayer(host: HTMLElement, options: PlayerOptions): Player {
  const { html, title = 'Film', onState } = options;
  const [, width = 0, height = 0] = /data-width="(\d+)" data-height="(\d+)"/.exec(html)?.map(Number) ?? [];
  if (!html.includes('data-composition-id=') || width === 0 || height === 0) {
    throw new Error('html is not the page of a project. Pass that of GET /v1/projects/{id}/preview?format=html.');
  }
  const base = new URL('/', options.baseUrl ?? import.meta.url).href;
  const state: PlayerState = { timeSec: 0, durationSec: 0, isPlaying: false };
  const ready = Promise.withResolvers<void>();
  // Avoids an unhandled rejection when the caller does not await `ready`.
  ready.promise.catch(() => undefined);
  const timer = setTimeout(
    () => ready.reject(new Error('The video did not start. Check the content security policy of this page.')),
    READY_MS,
  );

  const stage = document.createElement('div');
  stage.style.overflow = 'hidden';
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.allow = 'autoplay';
  frame.style.cssText = `display:block;border:0;transform-origin:0 0;width:${width}px;height:${height}px`;
  frame.srcdoc = withPlayer(html, base);
  stage.append(frame);
  host.append(stage);

  // The video keeps its own pixel size; the frame is scaled as a whole.
  const scale = () => {
    const factor = host.clientWidth / width;
    frame.style.transform = `scale(${factor})`;
    stage.style.height = `${height * factor}px`;
  };
  const sizes = new ResizeObserver(scale);
  sizes.observe(host);
  scale();

  const hear = ({ data, source }: MessageEvent<Partial<FromFilm> | null>) => {
    if (source !== frame.contentWindow || !data?.shown) return;
    Object.assign(state, data.shown);
    clearTimeout(timer);
    ready.resolve();
    onState?.({ ...state });
  };
  addEventListener('message', hear);
  const tell = (message: ToFilm) => frame.contentWindow?.postMessage(message, '*');

  return {
    frame,
    ready: ready.promise,
    get state() {
      return { ...state };
    },
    play: () => tell({ film: { play: true } }),
    pause: () => tell({ film: { play: false } }),
    seek(timeSec) {
      if (!Number.isFinite(timeSec)) throw new RangeError(`timeSec must be a number of seconds (got ${timeSec}).`);
      tell({ film: { seekSec: Math.min(Math.max(0, timeSec), state.durationSec || timeSec) } });
    },
    close() {
      clearTimeout(timer);
      removeEventListener('message', hear);
      sizes.disconnect();
      stage.remove();
    },
  };
}

/** Adds a base address for relative URLs, and the player's script, to the text of an HTML preview. */
function withPlayer(html: string, base: string): string {
  const named = html.replace('<head>', () => `<head><base href="${base}">`);
  const end = named.lastIndexOf('</body>');
  return `${named.slice(0, end)}<script>${FILM_SCRIPT}</script>${named.slice(end)}`;
}
