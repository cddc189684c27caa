const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Ages up to which stored things are kept, in ms. */
export interface Ages {
  /** Time for segments and audio mixes since a render last used them. */
  readonly artifactMs: number;
  /**
   * Time for artifacts since their last use in which they are never removed, because a render may be about to reuse
   * them.
   */
  readonly artifactInHandMs: number;
  /** Time for documents of single frames, and for the frames themselves unless their URL was given to a client. */
  readonly previewMs: number;
  /** Time for single frames whose URL was given to a client. */
  readonly keptFrameMs: number;
  /** Time for document, manifest, segments, tasks and attempts of renders that have ended; the render's row is kept. */
  readonly renderMs: number;
  /** Time for objects that no database row refers to: an upload writes the object before its row. */
  readonly orphanMs: number;
  /** Time for events that were consumed; events that were never consumed are kept four times as long. */
  readonly eventMs: number;
}

/** Ages that apply unless the caller sets others. */
export const defaultAges: Ages = {
  artifactMs: 30 * dayMs,
  artifactInHandMs: hourMs,
  previewMs: dayMs,
  keptFrameMs: 30 * dayMs,
  renderMs: 30 * dayMs,
  orphanMs: dayMs,
  eventMs: 7 * dayMs,
};
