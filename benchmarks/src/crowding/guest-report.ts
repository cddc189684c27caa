/** Operations of the measured account that take much longer than `GET /v1/me` and are measured in addition to it. */
export const slowProbes = ['render', 'delivery', 'preview', 'frame'] as const;
/** Name of an operation of the measured account that takes much longer than `GET /v1/me`. */
export type SlowProbe = (typeof slowProbes)[number];

/** First message to the child process that acts as the measured account. The calls of `GET /v1/me` start with it. */
export interface GuestStart {
  readonly type: 'start';
  readonly apiHost: string;
  readonly keys: readonly string[];
  /** Interval between calls of `GET /v1/me`, in ms. */
  readonly everyMs: number;
  /** Id of a one-second project with a variable `text`. */
  readonly filmProjectId: string;
  /** Id of a project with an html clip; null when no node can render it. */
  readonly pageProjectId: string | null;
  /** Id of a delivery destination whose receiver is the measuring process. */
  readonly destinationId: string;
}

/**
 * Message to the child process that acts as the measured account. `GuestStart` configures the process. `begin` discards
 * the measurements so far and starts new ones. `report` requests the measurements since the last `begin`.
 */
export type GuestMessage = GuestStart | { readonly type: 'begin' } | { readonly type: 'report' };

/** Measured operation (probe) that has started. `tookMs` is null while it is in progress. */
export interface GuestSample {
  readonly probe: SlowProbe;
  readonly beganMs: number;
  tookMs: number | null;
  isFailed: boolean;
}

/** Measurements of the measured account since the last `begin` message. */
export interface GuestReport {
  /** Calls of `GET /v1/me`: start (ms since the epoch) and duration in ms. */
  readonly me: readonly { readonly atMs: number; readonly tookMs: number }[];
  /** Statuses of `GET /v1/me` calls other than 200, and reasons of other failures. */
  readonly failed: readonly string[];
  readonly slow: readonly {
    readonly probe: SlowProbe;
    readonly tookMs: number;
    /** Whether the operation is still in progress. Its final duration is then longer than `tookMs`. */
    readonly isOpen: boolean;
    readonly isFailed: boolean;
  }[];
}
