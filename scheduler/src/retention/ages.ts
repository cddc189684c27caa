import type { Config } from '@framemill/infra';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Ages in ms up to which stored data is retained. Data that is older may be removed. */
export interface Ages {
  /** Retention time of segments and audio mixes after a render last used them. */
  readonly artifactMs: number;
  /**
   * Minimum time after the last use of an artifact (segment or audio mix) before it may be removed, because a render
   * may be about to reuse it.
   */
  readonly artifactInHandMs: number;
  /**
   * Retention time of documents of single frames, and of the frames themselves unless their URL was given to a client.
   */
  readonly previewMs: number;
  /** Retention time of single frames whose URL was given to a client. */
  readonly keptFrameMs: number;
  /**
   * Retention time of document, manifest, segments, tasks and attempts after their render has ended. The render's row
   * and its files stay as long as the account keeps them: see the limit `exportsKeptDays` of the plans.
   */
  readonly renderMs: number;
  /**
   * Minimum age of an object to which no database row refers before it is removed, because an upload writes the object
   * before its row.
   */
  readonly orphanMs: number;
  /**
   * Retention time of events after they were consumed. Events that were never consumed are removed after four times as
   * long.
   */
  readonly eventMs: number;
}

/** Default ages: how long each kind of stored data is retained unless the caller sets another age. */
export const defaultAges: Ages = {
  artifactMs: 30 * dayMs,
  artifactInHandMs: hourMs,
  previewMs: dayMs,
  keptFrameMs: 30 * dayMs,
  renderMs: 30 * dayMs,
  orphanMs: dayMs,
  eventMs: 7 * dayMs,
};

/** Returns the ages that the configuration sets, in ms. */
export function configuredAges({ segments, renderDetails, frames, events }: Config['keptDays']): Partial<Ages> {
  return {
    artifactMs: segments * dayMs,
    renderMs: renderDetails * dayMs,
    keptFrameMs: frames * dayMs,
    eventMs: events * dayMs,
  };
}
