/** State that the controls of a player show. Times are in seconds. */
export interface ShownState {
  readonly currentTime: number;
  readonly duration: number;
  readonly paused: boolean;
  /** Volume, 0 to 1; 0 when the audio is muted. */
  readonly volume: number;
  readonly isFullscreen: boolean;
}

/** Functions that the controls call. */
export interface ViewActions {
  toggle(): void;
  seek(timeSec: number): void;
  toggleMuted(): void;
  setVolume(volume: number): void;
  toggleFullscreen(): void;
}

/** Elements in the shadow tree of a player. */
export interface PlayerView {
  /** Element that contains everything. */
  readonly stage: HTMLElement;
  /** Element for the canvas of the engine. */
  readonly frame: HTMLElement;
  /** Shows a state in the controls. */
  show(state: ShownState): void;
  /** Sets the accessible name, and the proportions of the video when they are known. */
  describe(label: string, size?: { width: number; height: number }): void;
  /** Shows an image until the first frame; null for none. */
  setPoster(address: string | null): void;
  /** Shows whether the controls are there. */
  setControls(areShown: boolean): void;
  /** Shows an error in place of the video; null removes it. */
  setError(message: string | null): void;
  /** Shows that the player loads, or that it does not. */
  setBusy(isBusy: boolean): void;
}

/** Style of the shadow tree. Pages can change each part by its name, and the colours by custom properties. */
const STYLE = `
:host { display: block; position: relative; --framemill-accent: #ffb765; --framemill-background: #000;
  --framemill-ink: #fff; --framemill-panel: rgb(0 0 0 / .72); }
:host([hidden]) { display: none; }
:host(:focus-visible) { outline: 3px solid var(--framemill-accent); outline-offset: 2px; }
.stage { container-type: inline-size; position: relative; overflow: hidden; width: 100%; height: 100%;
  aspect-ratio: 16 / 9; background: var(--framemill-background); color: var(--framemill-ink);
  font: 14px/1.4 system-ui, sans-serif; }
:host(:fullscreen) .stage { aspect-ratio: auto; }
.frame, .poster { position: absolute; inset: 0; }
.frame canvas, .poster { width: 100%; height: 100%; object-fit: contain; }
.error { position: absolute; inset: 0; display: grid; place-content: center; padding: 1.5rem; text-align: center;
  background: var(--framemill-panel); }
.controls { position: absolute; inset: auto 0 0; display: flex; align-items: center; gap: .5rem; padding: .4rem .6rem;
  background: var(--framemill-panel); transition: opacity .2s; }
.playing:not(:hover, :focus-within) .controls { opacity: 0; }
[hidden] { display: none !important; }
button { display: grid; place-content: center; width: 2.2rem; height: 2.2rem; padding: 0; border: 0; border-radius: 4px;
  background: none; color: inherit; cursor: pointer; }
button:hover { background: rgb(255 255 255 / .16); }
svg { width: 1.25rem; height: 1.25rem; fill: currentColor; }
input { accent-color: var(--framemill-accent); min-width: 0; margin: 0; cursor: pointer; }
.timeline { flex: 1; min-width: 3rem; }
.volume { flex: 0 1 5rem; }
@container (width < 28rem) { .volume { display: none; } }
.time { font-variant-numeric: tabular-nums; white-space: nowrap; }
:focus-visible { outline: 2px solid var(--framemill-accent); outline-offset: 1px; }
.busy { position: absolute; inset: 0; margin: auto; width: 2.5rem; height: 2.5rem; border-radius: 50%;
  border: 3px solid rgb(255 255 255 / .3); border-top-color: var(--framemill-accent); pointer-events: none;
  animation: turn 1s linear infinite; }
@keyframes turn { to { transform: rotate(1turn); } }
@media (prefers-reduced-motion: reduce) { .busy { animation-duration: 6s; } .controls { transition: none; } }
`;

/** SVG paths of the icons, in a square of 24 units. */
const ICONS = {
  play: 'M7 4v16l13-8z',
  pause: 'M6 4h4v16H6zm8 0h4v16h-4z',
  loud: 'M3 9v6h4l5 5V4L7 9zm12-.8v7.6a4 4 0 0 0 0-7.6zm0-4.7v2.1a7 7 0 0 1 0 12.8v2.1a9 9 0 0 0 0-17z',
  silent:
    'M3 9v6h4l5 5V4L7 9zm11 .9 1.4-1.4 2.1 2.1 2.1-2.1L21 9.9 18.9 12l2.1 2.1-1.4 1.4-2.1-2.1-2.1 2.1-1.4-1.4 2.1-2.1z',
  enlarge: 'M4 4h7v2H6v5H4zm9 14h5v-5h2v7h-7z',
  reduce: 'M9 4h2v7H4V9h5zm4 9h7v2h-5v5h-2z',
};

/** Creates the shadow tree of a player in `root`. */
export function createView(root: ShadowRoot, actions: ViewActions): PlayerView {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  root.adoptedStyleSheets = [sheet];
  const stage = part('div', 'stage');
  const frame = part('div', 'frame');
  const poster = part('img', 'poster');
  poster.alt = '';
  const busy = part('div', 'busy');
  const error = part('div', 'error');
  error.setAttribute('role', 'alert');
  const controls = part('div', 'controls');
  const [play, mute, fullscreen] = [button('play-button'), button('mute-button'), button('fullscreen-button')];
  const timeline = range('timeline', 'Time');
  const volume = range('volume', 'Volume');
  Object.assign(volume, { max: '1', step: '0.05' });
  const time = part('span', 'time');
  stage.setAttribute('role', 'region');
  for (const element of [poster, busy, error, controls]) element.hidden = true;
  controls.append(play, timeline, time, mute, volume, fullscreen);
  stage.append(frame, poster, busy, error, controls);
  root.append(stage);

  for (const element of [frame, poster]) {
    element.addEventListener('click', () => {
      if (!controls.hidden) actions.toggle();
    });
  }
  play.addEventListener('click', () => actions.toggle());
  mute.addEventListener('click', () => actions.toggleMuted());
  fullscreen.addEventListener('click', () => actions.toggleFullscreen());
  timeline.addEventListener('input', () => actions.seek(Number(timeline.value)));
  volume.addEventListener('input', () => actions.setVolume(Number(volume.value)));

  return {
    stage,
    frame,
    show(state) {
      stage.classList.toggle('playing', !state.paused);
      setButton(play, state.paused ? 'Play' : 'Pause', state.paused ? 'play' : 'pause');
      const isSilent = state.volume === 0;
      setButton(mute, isSilent ? 'Unmute' : 'Mute', isSilent ? 'silent' : 'loud');
      setButton(
        fullscreen,
        state.isFullscreen ? 'Leave full screen' : 'Full screen',
        state.isFullscreen ? 'reduce' : 'enlarge',
      );
      const clock = `${clockText(state.currentTime)} / ${clockText(state.duration)}`;
      if (time.textContent !== clock) time.textContent = clock;
      Object.assign(timeline, { max: String(state.duration), step: '0.01', value: String(state.currentTime) });
      timeline.setAttribute('aria-valuetext', `${clockText(state.currentTime)} of ${clockText(state.duration)}`);
      volume.value = String(state.volume);
    },
    describe(label, size) {
      stage.setAttribute('aria-label', label);
      if (size) stage.style.aspectRatio = `${size.width} / ${size.height}`;
    },
    setPoster(address) {
      poster.hidden = address === null;
      if (address === null) poster.removeAttribute('src');
      else poster.src = address;
    },
    setControls(areShown) {
      controls.hidden = !areShown;
    },
    setError(message) {
      error.hidden = message === null;
      error.textContent = message ?? '';
    },
    setBusy(isBusy) {
      busy.hidden = !isBusy;
    },
  };
}

function part<K extends keyof HTMLElementTagNameMap>(tag: K, name: string): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  element.className = name;
  element.part.add(name);
  return element;
}

function button(name: string): HTMLButtonElement {
  const element = part('button', name);
  element.type = 'button';
  return element;
}

function range(name: string, label: string): HTMLInputElement {
  const input = part('input', name);
  Object.assign(input, { type: 'range', min: '0' });
  input.setAttribute('aria-label', label);
  return input;
}

/** Gives a button its name and its icon. */
function setButton(button: HTMLButtonElement, label: string, icon: keyof typeof ICONS): void {
  if (button.getAttribute('aria-label') === label) return;
  button.setAttribute('aria-label', label);
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', ICONS[icon]);
  svg.append(path);
  button.replaceChildren(svg);
}

/** Formats a time: `0:05`, `12:05` or `1:02:05`. */
export function clockText(timeSec: number): string {
  const whole = Math.floor(timeSec + 1e-6);
  const [hours, minutes, seconds] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}
