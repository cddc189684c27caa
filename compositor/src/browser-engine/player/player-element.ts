import type { Playback } from './playback.ts';
import { type KeyActions, takeKey } from './player-keys.ts';
import { createPlayerSession, type PlayerSession } from './player-session.ts';
import { type PlayerVideo, readVariables, type VariableValues } from './player-video.ts';
import { createView, type PlayerView, type ViewActions } from './player-view.ts';
import type { PlayerWarning } from './player-warnings.ts';

/** Distance from the viewport at which a player loads its video. */
const NEAR = '200px';
/** Minimum time between two events `timeupdate` during playback, in seconds. */
const UPDATE_SEC = 0.25;

/** Error of a player, as `error` of the element returns it. */
export interface PlayerError {
  /** Sentence for the viewer, with the cause and the remedy. */
  readonly message: string;
}

// Servers that render pages load the module too, and have no elements.
const Base: typeof HTMLElement = Reflect.get(globalThis, 'HTMLElement') ?? class {};

/**
 * Element `<framemill-player>`: plays a project or template in a page, without a render. Attributes, properties and
 * events have the names and meanings of those of `<video>`. It loads its video when it comes near the viewport, when
 * `play` is called, or at once with `autoplay`.
 */
export class FramemillPlayer extends Base {
  /** Attributes whose changes have an effect. */
  static readonly observedAttributes = ['src', 'variables', 'poster', 'controls', 'muted'];

  readonly #view: PlayerView;
  readonly #session: PlayerSession;
  readonly #nearby: IntersectionObserver;
  readonly #sizes: ResizeObserver;
  #error: PlayerError | null = null;
  #isPaused = true;
  #isEnded = false;
  #isMuted = false;
  #volume = 1;
  #atSec = 0;
  #updatedSec = 0;
  #hasFrame = false;
  /** Whether to dispatch `seeked` at the next frame. */
  #isSeeking = false;

  constructor() {
    super();
    const actions: KeyActions & ViewActions = {
      toggle: () => this.#toggle(),
      seek: (timeSec) => this.#seek(timeSec),
      seekBy: (sec) => this.#seek(this.#atSec + sec),
      toggleMuted: () => this.#setVolume(this.#volume, !this.#isMuted),
      setVolume: (volume) => this.#setVolume(volume, false),
      // In whole percent, so that steps up and down lead back.
      turnBy: (change) =>
        this.#setVolume(Math.min(1, Math.max(0, Math.round((this.#volume + change) * 100) / 100)), false),
      toggleFullscreen: () => this.#toggleFullscreen(),
    };
    this.#view = createView(this.attachShadow({ mode: 'open' }), actions);
    this.#session = createPlayerSession({
      host: this.#view.frame,
      source: () => ({ src: this.src, variables: this.getAttribute('variables') }),
      room: () => ({ width: this.clientWidth * devicePixelRatio, height: this.clientHeight * devicePixelRatio }),
      busy: (isBusy) => this.#view.setBusy(isBusy),
      loaded: (video, playback) => this.#takeVideo(video, playback),
      drawn: () => this.#takeFrame(),
      moved: (timeSec) => {
        this.#atSec = timeSec;
        if (Math.abs(timeSec - this.#updatedSec) >= UPDATE_SEC) this.#update();
        else this.#show();
      },
      ended: () => this.#end(),
      warned: () => this.#dispatch('warning'),
      failed: (message) => {
        this.#setPaused();
        this.#setError({ message });
      },
    });
    this.#nearby = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) void this.#session.load().catch(() => undefined);
      },
      { rootMargin: NEAR },
    );
    this.#sizes = new ResizeObserver(() => this.#session.playback()?.redraw());
    this.addEventListener('keydown', (event) => {
      if (this.controls) takeKey(event, actions);
    });
    this.addEventListener('fullscreenchange', () => this.#show());
  }

  /** Starts to watch the viewport. Called by the browser when the element is added to a page. */
  connectedCallback(): void {
    // Properties that the page has set before the element was defined hide those of the class.
    for (const name of ['variables', 'src', 'currentTime', 'muted', 'volume']) {
      const early = Object.getOwnPropertyDescriptor(this, name);
      if (early && Reflect.deleteProperty(this, name)) Reflect.set(this, name, early.value);
    }
    if (!this.hasAttribute('tabindex')) this.tabIndex = 0;
    this.#view.describe('Video');
    this.#show();
    this.#sizes.observe(this);
    this.#begin();
  }

  /** Ends the engine and the audio. Called by the browser when the element is removed from its page. */
  disconnectedCallback(): void {
    this.pause();
    this.#unload();
    this.#nearby.disconnect();
    this.#sizes.disconnect();
  }

  /** Applies the change of an attribute. Called by the browser. */
  attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    if (name === 'controls') this.#view.setControls(value !== null);
    else if (name === 'poster') this.#view.setPoster(this.#hasFrame ? null : value || null);
    else if (name === 'muted') this.#isMuted = this.#session.video() ? this.#isMuted : value !== null;
    else if (this.isConnected && before !== value) this.#change(name);
  }

  /** Address of the video, absolute. */
  get src(): string {
    const src = this.getAttribute('src') ?? '';
    return src !== '' && URL.canParse(src, document.baseURI) ? new URL(src, document.baseURI).href : src;
  }
  set src(src: string) {
    this.setAttribute('src', src);
  }

  /** Values of the variables by name. An attribute that cannot be read gives none; the player shows an error then. */
  get variables(): VariableValues {
    try {
      return readVariables(this.getAttribute('variables'));
    } catch {
      return {};
    }
  }
  set variables(values: VariableValues | string) {
    this.setAttribute('variables', typeof values === 'string' ? values : JSON.stringify(values));
  }

  /** Address of the image that is shown until the first frame. */
  get poster(): string {
    return this.getAttribute('poster') ?? '';
  }
  set poster(address: string) {
    this.setAttribute('poster', address);
  }

  /** Whether the player shows controls and takes keys. */
  get controls(): boolean {
    return this.hasAttribute('controls');
  }
  set controls(areShown: boolean) {
    this.toggleAttribute('controls', areShown);
  }

  /** Whether the video starts again at its end. */
  get loop(): boolean {
    return this.hasAttribute('loop');
  }
  set loop(isLoop: boolean) {
    this.toggleAttribute('loop', isLoop);
  }

  /** Whether the video plays as soon as it is loaded. */
  get autoplay(): boolean {
    return this.hasAttribute('autoplay');
  }
  set autoplay(isOn: boolean) {
    this.toggleAttribute('autoplay', isOn);
  }

  /** Time that is shown, in seconds. A new value is limited to the video. Throws `TypeError` for other values. */
  get currentTime(): number {
    return this.#atSec;
  }
  set currentTime(timeSec: number) {
    if (!Number.isFinite(timeSec)) throw new TypeError(`currentTime must be a number of seconds (got ${timeSec}).`);
    this.#seek(timeSec);
  }

  /** Length in seconds; NaN until the video is loaded. */
  get duration(): number {
    return this.#session.video()?.durationSec ?? Number.NaN;
  }

  /** Width of the video in pixels; 0 until it is loaded. */
  get videoWidth(): number {
    return this.#session.video()?.document.settings.width ?? 0;
  }

  /** Height of the video in pixels; 0 until it is loaded. */
  get videoHeight(): number {
    return this.#session.video()?.document.settings.height ?? 0;
  }

  /** Whether the video is paused. */
  get paused(): boolean {
    return this.#isPaused;
  }

  /** Whether the end was reached. */
  get ended(): boolean {
    return this.#isEnded;
  }

  /** Reason why the player shows no video; null when there is none. */
  get error(): PlayerError | null {
    return this.#error;
  }

  /** Differences between what the player plays and the render of the video. The event `warning` reports a new one. */
  get warnings(): readonly PlayerWarning[] {
    return this.#session.warnings();
  }

  /** Whether the audio is muted. The attribute `muted` is its value until the video is loaded. */
  get muted(): boolean {
    return this.#isMuted;
  }
  set muted(isMuted: boolean) {
    this.#setVolume(this.#volume, isMuted);
  }

  /** Volume, 0 to 1. Throws `RangeError` for other values. */
  get volume(): number {
    return this.#volume;
  }
  set volume(volume: number) {
    if (!(volume >= 0 && volume <= 1)) throw new RangeError(`volume must be a number from 0 to 1 (got ${volume}).`);
    this.#setVolume(volume, this.#isMuted);
  }

  /** Returns the number of frames of playback so far, and of those that were left out. */
  getVideoPlaybackQuality(): { totalVideoFrames: number; droppedVideoFrames: number } {
    const { played, dropped } = this.#session.playback()?.counts() ?? { played: 0, dropped: 0 };
    return { totalVideoFrames: played + dropped, droppedVideoFrames: dropped };
  }

  /**
   * Plays on, from the beginning when the end was reached. Loads the video first if necessary. Rejects when it cannot
   * be loaded.
   */
  async play(): Promise<void> {
    if (this.#isPaused) {
      this.#isPaused = false;
      if (this.#isEnded) this.#seek(0);
      this.#dispatch('play');
      this.#show();
    }
    await this.#session.load();
    if (!this.#isPaused) this.#session.playback()?.play();
  }

  /** Pauses the video. */
  pause(): void {
    this.#session.playback()?.pause();
    this.#setPaused();
  }

  /** Loads the video when the element is near the viewport, or at once when it is to play. */
  #begin(): void {
    if (!this.hasAttribute('src')) return;
    // Observed anew, an element that is near already is reported once more.
    this.#nearby.unobserve(this);
    this.#nearby.observe(this);
    if (this.autoplay || !this.#isPaused) void this.play().catch(() => undefined);
  }

  #change(attribute: string): void {
    this.#setError(null);
    // Other values of variables replace the video where it is.
    if (attribute === 'variables' && this.#session.playback()) {
      this.#session.reload();
      return;
    }
    this.#unload();
    if (attribute === 'src') {
      this.#atSec = 0;
      this.#isEnded = false;
    }
    this.#begin();
  }

  #unload(): void {
    this.#session.close();
    this.#hasFrame = false;
    this.#view.setPoster(this.poster || null);
  }

  #takeVideo(video: PlayerVideo, playback: Playback): void {
    const { settings } = video.document;
    this.#view.describe(settings.name || 'Video', settings);
    this.#atSec = Math.min(this.#atSec, video.durationSec);
    if (!this.#hasFrame) playback.seek(this.#atSec);
    playback.setVolume(this.#isMuted ? 0 : this.#volume);
    this.#dispatch('loadedmetadata');
    this.#show();
  }

  #takeFrame(): void {
    this.#hasFrame = true;
    this.#view.setPoster(null);
    this.#setError(null);
    if (this.#isSeeking) this.#dispatch('seeked');
    this.#isSeeking = false;
  }

  #seek(timeSec: number): void {
    this.#atSec = Math.min(Math.max(0, timeSec), this.#session.video()?.durationSec ?? timeSec);
    this.#isEnded = false;
    this.#isSeeking = true;
    this.#session.playback()?.seek(this.#atSec);
    this.#update();
  }

  #end(): void {
    if (this.loop) {
      this.#seek(0);
      this.#session.playback()?.play();
      return;
    }
    this.#isEnded = true;
    this.#update();
    this.#setPaused();
    this.#dispatch('ended');
  }

  #setPaused(): void {
    if (this.#isPaused) return;
    this.#isPaused = true;
    this.#dispatch('pause');
    this.#show();
  }

  #setError(error: PlayerError | null): void {
    if (this.#error?.message === error?.message) return;
    this.#error = error;
    this.#view.setError(error?.message ?? null);
    if (error) this.#dispatch('error');
  }

  #setVolume(volume: number, isMuted: boolean): void {
    this.#volume = volume;
    this.#isMuted = isMuted;
    this.#session.playback()?.setVolume(isMuted ? 0 : volume);
    this.#dispatch('volumechange');
    this.#show();
  }

  #toggle(): void {
    if (this.#isPaused) void this.play().catch(() => undefined);
    else this.pause();
  }

  #toggleFullscreen(): void {
    const changed = document.fullscreenElement === this ? document.exitFullscreen() : this.requestFullscreen();
    // Browsers refuse where the page does not allow it.
    changed.catch(() => undefined);
  }

  #update(): void {
    this.#updatedSec = this.#atSec;
    this.#show();
    this.#dispatch('timeupdate');
  }

  #dispatch(type: string): void {
    this.dispatchEvent(new Event(type));
  }

  #show(): void {
    this.#view.show({
      currentTime: this.#atSec,
      duration: this.#session.video()?.durationSec ?? 0,
      paused: this.#isPaused,
      volume: this.#isMuted ? 0 : this.#volume,
      isFullscreen: document.fullscreenElement === this,
    });
  }
}
