import { missingForEngine } from '../client/index.ts';
import { createElementAudio } from './element-audio.ts';
import { createPlayback, type Playback, type PlaybackOptions } from './playback.ts';
import { loadVideo, type PlayerVideo, readVariables } from './player-video.ts';
import { createPlayerWarnings, type PlayerWarning } from './player-warnings.ts';

/** Path of the engine's script, relative to the player's script. The bundler replaces this name by its value. */
declare const ENGINE_SCRIPT_PATH: string | undefined;

/** Values and functions that a session gets from its player. */
export interface SessionOptions extends Pick<PlaybackOptions, 'host' | 'room' | 'moved' | 'ended'> {
  /** Returns the attributes `src` (absolute, if it can be) and `variables` of the element. */
  source(): { src: string; variables: string | null };
  /** Reports that a load has begun or ended, and that playback waits for its audio or goes on. */
  busy(isBusy: boolean): void;
  /** Reports that a video is loaded. Its first frame is drawn next. */
  loaded(video: PlayerVideo, playback: Playback): void;
  /** Reports that a frame is on the screen. */
  drawn(): void;
  /** Reports that there is another warning. */
  warned(): void;
  /** Reports that the video cannot be loaded or drawn, with a sentence for the viewer. */
  failed(message: string): void;
}

/** The video of a player: its load, its playback, and new addresses when those of its files expire. */
export interface PlayerSession {
  video(): PlayerVideo | null;
  playback(): Playback | null;
  /** Returns the differences between what is played and the render of the video. */
  warnings(): readonly PlayerWarning[];
  /** Loads the video unless it is loaded. Rejects with what `failed` reports. */
  load(): Promise<void>;
  /** Loads the video again, with other values of variables. The current one is shown until then. */
  reload(): void;
  /** Ends the load and the playback. The next `load` begins anew. */
  close(): void;
}

/** Creates the session of a player. Nothing is loaded yet. */
export function createPlayerSession(options: SessionOptions): PlayerSession {
  let video: PlayerVideo | null = null;
  let playback: Playback | null = null;
  /** Newest load, also after its success, and the signal that ends what belongs to it. */
  let loading: { readonly stop: AbortController; readonly done: Promise<void> } | null = null;
  let refreshing: Promise<void> | null = null;
  const warnings = createPlayerWarnings(options.warned);

  function begin(): Promise<void> {
    loading?.stop.abort();
    const stop = new AbortController();
    const done = open(stop.signal).catch((error: unknown) => {
      // A newer load has replaced this one.
      if (stop.signal.aborted) return loading?.done;
      if (loading?.stop === stop) loading = null;
      options.failed(messageOf(error));
      throw error;
    });
    // Without a caller that waits, the message is on the screen.
    done.catch(() => undefined);
    loading = { stop, done };
    return done;
  }

  async function open(signal: AbortSignal): Promise<void> {
    options.busy(true);
    try {
      requireEngine(false);
      const fresh = await fetchVideo(false, signal);
      requireEngine(Object.values(fresh.media).some(({ facts }) => facts.kind === 'video'));
      video = fresh;
      playback ??= openPlayback();
      options.loaded(video, playback);
      playback.open(video);
      warnings.checkDocument(video.document);
    } finally {
      if (!signal.aborted) options.busy(false);
    }
  }

  async function fetchVideo(isFresh: boolean, signal: AbortSignal): Promise<PlayerVideo> {
    const { src, variables } = options.source();
    if (src === '') throw new Error('The player has no address of a video. Set its attribute "src".');
    if (!URL.canParse(src)) {
      throw new Error(
        `The address of the video cannot be used (got "${src.slice(0, 60)}"). Check the attribute "src".`,
      );
    }
    const fetched = await loadVideo(src, { variables: readVariables(variables), isFresh, signal });
    signal.throwIfAborted();
    return fetched;
  }

  function openPlayback(): Playback {
    const { host, room, moved, busy, ended, drawn, failed } = options;
    return createPlayback({
      ...{ scriptUrl: engineUrl(), host, room, addressOf, moved, busy, drawn, ended, failed },
      elements: createElementAudio(addressOf),
      audioChanged: warnings.checkAudio,
    });
  }

  async function addressOf(path: string, isExpired: boolean): Promise<string | null> {
    if (isExpired) {
      // Of several files at a time, the first loads the addresses of all.
      refreshing ??= refresh().finally(() => {
        refreshing = null;
      });
      await refreshing;
    }
    return video?.addresses.get(path) ?? null;
  }

  /** Loads new addresses. The document stays as it is. */
  async function refresh(): Promise<void> {
    const { signal } = loading?.stop ?? {};
    if (!signal) return;
    try {
      const { addresses } = await fetchVideo(true, signal);
      if (video) video = { ...video, addresses };
    } catch (error) {
      if (signal.aborted) return;
      options.failed(messageOf(error));
      throw error;
    }
  }

  return {
    video: () => video,
    playback: () => playback,
    warnings: warnings.list,
    load: () => loading?.done ?? begin(),
    reload: () => void begin(),
    close() {
      loading?.stop.abort();
      loading = null;
      playback?.close();
      playback = null;
      video = null;
      warnings.clear();
      options.busy(false);
    },
  };
}

function requireEngine(hasVideos: boolean): void {
  const missing = missingForEngine(hasVideos);
  if (missing === null) return;
  const remedy = 'Use a current version of Chrome, Edge, Firefox or Safari, over HTTPS.';
  throw new Error(`This browser has no ${missing}, which the player needs. ${remedy}`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function engineUrl(): string {
  const path = typeof ENGINE_SCRIPT_PATH === 'string' ? ENGINE_SCRIPT_PATH : './engine.js';
  return new URL(path, import.meta.url).href;
}
