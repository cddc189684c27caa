const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** How long what is kept? All in ms. */
export interface Ages {
  /** Segments and audio mixes that no render has used since. */
  readonly artifactMs: number;
  /** What was used so lately that a render may be about to take it over is never removed. */
  readonly artifactInHandMs: number;
  /** Documents of single frames, and the frames themselves unless their address was given out. */
  readonly previewMs: number;
  /** Single frames whose address was given out. */
  readonly keptFrameMs: number;
  /** Document, manifest, segments, tasks and attempts of renders that have ended; the render itself stays. */
  readonly renderMs: number;
  /** Objects that nothing in the database names: an upload writes the object first, then the row. */
  readonly orphanMs: number;
  /** Events that have been passed on; those that nobody wanted stay four times as long. */
  readonly eventMs: number;
}

/** What is kept unless the caller says otherwise. */
export const defaultAges: Ages = {
  artifactMs: 30 * dayMs,
  artifactInHandMs: hourMs,
  previewMs: dayMs,
  keptFrameMs: 30 * dayMs,
  renderMs: 30 * dayMs,
  orphanMs: dayMs,
  eventMs: 7 * dayMs,
};
