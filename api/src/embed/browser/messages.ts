/** Version of the messages between a page and the editor that it shows in a frame. */
export const PROTOCOL = 1;

/**
 * Message from the page to the editor's frame. The editor then knows the origin of the page, and sends its messages to
 * this origin only. It ignores the message unless it comes from the embedding page, of one of the session's origins.
 */
export interface ToEditor {
  readonly framemill: 'connect';
  readonly version: typeof PROTOCOL;
}

/** Statuses of a render. */
export type EditorRenderStatus = 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';

/** Message from the editor's frame to the page. */
export type FromEditor =
  /** The project is open. `rev` is its saved revision. */
  | { readonly framemill: 'ready'; readonly projectId: string; readonly rev: number }
  /** A change was saved, by this editor or by another client. */
  | { readonly framemill: 'change'; readonly rev: number }
  /** The status of a render of the project has changed. Needs the permission `render`. */
  | { readonly framemill: 'render'; readonly renderId: string; readonly status: EditorRenderStatus }
  /** The user has pressed the button that closes the editor. All edits are saved, or the user was asked. */
  | { readonly framemill: 'close' }
  /** The editor cannot be used. `code`: `session_ended`, `not_loaded` or `not_reached`. `message` is a sentence. */
  | { readonly framemill: 'error'; readonly code: string; readonly message: string };

/** Whether a message from another window is a `ToEditor`. */
export function isToEditor(data: unknown): data is ToEditor {
  const { framemill, version }: Record<string, unknown> = Object(data);
  return framemill === 'connect' && version === PROTOCOL;
}

const KINDS: Readonly<Record<FromEditor['framemill'], readonly (readonly [field: string, type: string])[]>> = {
  ready: [
    ['projectId', 'string'],
    ['rev', 'number'],
  ],
  change: [['rev', 'number']],
  render: [
    ['renderId', 'string'],
    ['status', 'string'],
  ],
  close: [],
  error: [
    ['code', 'string'],
    ['message', 'string'],
  ],
};

/** Whether a message from another window is a `FromEditor`. */
export function isFromEditor(data: unknown): data is FromEditor {
  const message: Record<string, unknown> = Object(data);
  const { framemill: kind } = message;
  if (typeof kind !== 'string' || !Object.hasOwn(KINDS, kind)) return false;
  return KINDS[kind as FromEditor['framemill']].every(([field, type]) => typeof message[field] === type);
}
