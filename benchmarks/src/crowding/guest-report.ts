/** What the other customer does beside its calls of `GET /v1/me`. */
export const slowProbes = ['render', 'delivery', 'preview', 'frame'] as const;
/** One of them. */
export type SlowProbe = (typeof slowProbes)[number];

/** What the other customer's process works with. */
export interface GuestStart {
  readonly type: 'start';
  readonly apiHost: string;
  readonly keys: readonly string[];
  /** Between two calls of `GET /v1/me`, milliseconds. */
  readonly everyMs: number;
  /** A project of a second with a variable `text`. */
  readonly filmProjectId: string;
  /** A project of an html clip; null: no node draws one. */
  readonly pageProjectId: string | null;
  /** A destination at the process's own receiver. */
  readonly destinationId: string;
}

/** What the other customer's process is sent. `begin`: measure anew. */
export type GuestMessage = GuestStart | { readonly type: 'begin' } | { readonly type: 'report' };

/** A probe that has begun; `tookMs` null: it goes on. */
export interface GuestSample {
  readonly probe: SlowProbe;
  readonly beganMs: number;
  tookMs: number | null;
  isFailed: boolean;
}

/** What the other customer met since the last `begin`. */
export interface GuestReport {
  /** Calls of `GET /v1/me`: when each began (wall time) and how long it took, milliseconds. */
  readonly me: readonly { readonly atMs: number; readonly tookMs: number }[];
  /** Statuses of those that were not answered with 200, and why others failed. */
  readonly failed: readonly string[];
  readonly slow: readonly {
    readonly probe: SlowProbe;
    readonly tookMs: number;
    /** It goes on: it takes longer than this. */
    readonly isOpen: boolean;
    readonly isFailed: boolean;
  }[];
}
