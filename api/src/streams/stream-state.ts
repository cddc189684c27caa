import type { Database } from '@framemill/infra';
import { objectKeys } from '@framemill/scheduler/protocol';
import type { StoredMovie } from './stored-track.ts';

/** Completed segment of a render. */
export interface StreamSegment {
  readonly objectKey: string;
  readonly sizeBytes: number;
  readonly startSec: number;
  readonly durationSec: number;
  /**
   * Index of the first segment that has the same decoder configuration. A smart render contains both segments copied
   * from a source and encoded segments, whose configurations differ.
   */
  readonly setupIndex: number;
}

/** State of a render's stream at one moment: the segments and audio that can be played, and the video format. */
export interface StreamState {
  /** Completed segments from the first one on, without gaps. */
  readonly segments: readonly StreamSegment[];
  /** Length of the longest segment in seconds, including those that are still to come. */
  readonly longestSec: number;
  /** Whether some segments are copied and others encoded, so that they need different decoder configurations. */
  readonly isMixed: boolean;
  /** Whether all segments are complete. */
  readonly isWhole: boolean;
  /** Account that the render belongs to. */
  readonly accountId: string;
  /** File of the audio mix; null when the render has no audio. */
  readonly audio: StoredMovie | null;
  readonly width: number;
  readonly height: number;
  readonly fps: number;
}

interface Profile {
  width: number;
  height: number;
  rate: { num: number; den: number };
}

/**
 * Reads the playable state of the render whose export has the name `name`.
 * Returns null when there is no such render, and when the render ended without a file. Also returns null while the
 * audio is not mixed yet, while no segment is complete, and after the segments were deleted.
 */
export async function streamState({ client }: Database, name: string): Promise<StreamState | null> {
  const render = await client.render.findFirst({
    where: { exportKey: `exports/${name}.mp4`, format: 'mp4', status: { in: ['PROCESSING', 'COMPLETED'] } },
    select: { id: true, accountId: true, audioKey: true, profile: true },
  });
  if (render === null) return null;
  const rows = await client.$queryRaw<
    {
      startFrame: number;
      endFrame: number;
      contentKey: string;
      sha256: string | null;
      sizeBytes: bigint | null;
      isCopy: boolean;
    }[]
  >`
    SELECT s."startFrame", s."endFrame", s."contentKey", s.sha256, a."sizeBytes",
      coalesce(s.made ? 'src', false) AS "isCopy" FROM "RenderSegment" s
    LEFT JOIN "Artifact" a ON a."accountId" = ${render.accountId} AND a."contentKey" = s."contentKey"
      AND a.sha256 = s.sha256
    WHERE s."renderId" = ${render.id} ORDER BY s.index`;
  const audio =
    render.audioKey === null
      ? null
      : await client.artifact.findUnique({
          where: { accountId_contentKey: { accountId: render.accountId, contentKey: render.audioKey } },
        });
  if (render.audioKey !== null && audio === null) return null;
  const missing = rows.findIndex(({ sha256 }) => sha256 === null);
  const there = missing < 0 ? rows : rows.slice(0, missing);
  if (there.length === 0 || there.some(({ sizeBytes }) => sizeBytes === null)) return null;
  const { width, height, rate } = render.profile as unknown as Profile;
  const seconds = (frames: number) => (frames * rate.den) / rate.num;
  // All copied segments of a render have equal parameter sets, and so have all encoded ones.
  let setupIndex = 0;
  const setups = there.map(({ isCopy }, index) => {
    if (isCopy !== there[setupIndex]?.isCopy) setupIndex = index;
    return setupIndex;
  });
  return {
    longestSec: seconds(Math.max(...rows.map(({ startFrame, endFrame }) => endFrame - startFrame))),
    segments: there.map(({ startFrame, endFrame, contentKey, sha256, sizeBytes }, index) => ({
      setupIndex: setups[index] ?? 0,
      objectKey: objectKeys.segment(render.accountId, contentKey, sha256 ?? ''),
      sizeBytes: Number(sizeBytes ?? 0),
      startSec: seconds(startFrame),
      durationSec: seconds(endFrame - startFrame),
    })),
    isMixed: rows.some(({ isCopy }) => isCopy !== rows[0]?.isCopy),
    isWhole: missing < 0,
    accountId: render.accountId,
    audio: audio && {
      key: objectKeys.segment(render.accountId, audio.contentKey, audio.sha256),
      sizeBytes: Number(audio.sizeBytes),
    },
    ...{ width, height, fps: rate.num / rate.den },
  };
}
