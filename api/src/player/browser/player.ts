import type { FromFilm, ToFilm } from './messages.ts';

/** Filled in when this is bundled: the script that runs beside the film, in its frame. */
declare const FILM_SCRIPT: string;

/** How long the page of a film may take to show its first picture. Milliseconds. */
const READY_MS = 30_000;

/** Where a film stands. Times are seconds. */
export interface PlayerState {
  timeSec: number;
  durationSec: number;
  isPlaying: boolean;
}

/** What a player is made with. */
export interface PlayerOptions {
  /** The page that `GET /v1/projects/{id}/preview?format=html` answered. */
  html: string;
  /** Where its media, fonts and script are; where this module came from when absent. */
  baseUrl?: string;
  /** What the frame is called for people who do not see it. */
  title?: string;
  /** Called at each time that is shown, and whenever it starts or stops. */
  onState?: (state: PlayerState) => void;
}

/** Shows a film, plays it, and goes to a time of it. */
export interface Player {
  /** The frame that shows it. It has no origin: its page reaches neither this page nor the service's cookies. */
  readonly frame: HTMLIFrameElement;
  /** Resolves when the first picture shows; rejects when none comes in 30 s. */
  readonly ready: Promise<void>;
  /** Where it stands now. */
  readonly state: PlayerState;
  /** Plays on; from the beginning at the end. Browsers play sound only after somebody clicked or typed in the page. */
  play(): void;
  pause(): void;
  /** Shows a time and stands still there. Clamped to the film. Throws `RangeError` for what is no number. */
  seek(timeSec: number): void;
  /** Takes the film out of the page. */
  close(): void;
}

/**
 * Shows a film in `host`, as wide as it is. Throws when `html` is no page of a composition. A page with a content security
 * policy must allow inline scripts and styles in it, and media, fonts and scripts of the service: frames inherit it.
 */
export function createPlayer(host: HTMLElement, options: PlayerOptions): Player {
  const { html, title = 'Film', onState } = options;
  const [, width = 0, height = 0] = /data-width="(\d+)" data-height="(\d+)"/.exec(html)?.map(Number) ?? [];
  if (!html.includes('data-composition-id=') || width === 0 || height === 0) {
    throw new Error('html must be the page of a project (GET /v1/projects/{id}/preview?format=html).');
  }
  const base = new URL('/', options.baseUrl ?? import.meta.url).href;
  const state: PlayerState = { timeSec: 0, durationSec: 0, isPlaying: false };
  const ready = Promise.withResolvers<void>();
  // Whoever does not wait for it is told of nothing.
  ready.promise.catch(() => undefined);
  const timer = setTimeout(
    () => ready.reject(new Error('The film did not start. Does the content security policy of this page let it?')),
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

  // The film keeps its own pixels; the frame is scaled as a whole.
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

/** The page with an address for what it names, and with the script that plays it. */
function withPlayer(html: string, base: string): string {
  const named = html.replace('<head>', () => `<head><base href="${base}">`);
  const end = named.lastIndexOf('</body>');
  return `${named.slice(0, end)}<script>${FILM_SCRIPT}</script>${named.slice(end)}`;
}
