import { type FromEditor, isFromEditor, PROTOCOL, type ToEditor } from './messages.ts';

/** Time for the editor to open the project, in ms. */
const READY_MS = 60_000;

const STYLE = `
:host { display: block; height: 640px; }
:host([hidden]) { display: none; }
iframe { display: block; width: 100%; height: 100%; border: 0; }
`;

/**
 * The element `<framemill-editor src="...">`, which shows the editor of an embed session. `src` is the `url` of the
 * answer of `POST /v1/embed-sessions`.
 *
 * Events, each with its data in `detail`: `ready` ({ projectId, rev }), `change` ({ rev }), `render` ({ renderId,
 * status }), `close` and `error` ({ code, message }). They do not bubble.
 */
export class FramemillEditorElement extends HTMLElement {
  static readonly observedAttributes = ['src'];

  readonly #root = this.attachShadow({ mode: 'open' });
  #frame: HTMLIFrameElement | null = null;
  /** Origin of the frame's page; null without a frame. */
  #origin: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #receive = (event: MessageEvent<unknown>) => this.#take(event);

  constructor() {
    super();
    const style = new CSSStyleSheet();
    style.replaceSync(STYLE);
    this.#root.adoptedStyleSheets = [style];
  }

  /** Address of the editor, with the token of the session as its fragment. Another address replaces the editor. */
  get src(): string {
    return this.getAttribute('src') ?? '';
  }

  set src(src: string) {
    this.setAttribute('src', src);
  }

  connectedCallback(): void {
    addEventListener('message', this.#receive);
    this.#load();
  }

  disconnectedCallback(): void {
    removeEventListener('message', this.#receive);
    this.#unload();
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.#load();
  }

  #load(): void {
    this.#unload();
    if (this.src === '') return;
    const url = URL.canParse(this.src, document.baseURI) ? new URL(this.src, document.baseURI) : null;
    if (!url || !/^https?:$/.test(url.protocol) || !url.pathname.startsWith('/embed/') || url.hash === '') {
      const message = 'src must be the url of the answer of POST /v1/embed-sessions, with its fragment.';
      this.#emit({ framemill: 'error', code: 'not_loaded', message });
      return;
    }
    const frame = document.createElement('iframe');
    frame.title = this.getAttribute('title') ?? 'Video editor';
    frame.allow = 'autoplay; fullscreen; clipboard-read; clipboard-write';
    frame.referrerPolicy = 'no-referrer';
    frame.src = url.href;
    frame.addEventListener('load', () => this.#connect());
    this.#frame = frame;
    this.#origin = url.origin;
    this.#root.append(frame);
    this.#timer = setTimeout(() => {
      const message = `The editor did not open. Its session may have ended, or its origins lack ${location.origin}.`;
      this.#emit({ framemill: 'error', code: 'not_loaded', message });
    }, READY_MS);
  }

  #unload(): void {
    clearTimeout(this.#timer);
    this.#frame?.remove();
    this.#frame = null;
    this.#origin = null;
  }

  #connect(): void {
    const message: ToEditor = { framemill: 'connect', version: PROTOCOL };
    if (this.#origin !== null) this.#frame?.contentWindow?.postMessage(message, this.#origin);
  }

  #take({ source, origin, data }: MessageEvent<unknown>): void {
    const frame = this.#frame?.contentWindow;
    if (!frame || source !== frame || origin !== this.#origin || !isFromEditor(data)) return;
    if (data.framemill === 'ready' || data.framemill === 'error') clearTimeout(this.#timer);
    this.#emit(data);
  }

  #emit({ framemill: name, ...detail }: FromEditor): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

if (!customElements.get('framemill-editor')) customElements.define('framemill-editor', FramemillEditorElement);
