import { statSync } from 'node:fs';
import { formatFacts, isAnimation, keepsAlpha } from '../formats/output-formats.ts';
import { containerOf } from '../media/open-input.ts';
import type { Finding, FindingKind, QualityLimits, QualityReport } from '../plan/report-schema.ts';
import { documentFindings, type FilmInput } from './document-findings.ts';
import { type MeasuredAudio, measureAudio } from './measure-audio.ts';
import { type MeasuredVideo, measureVideo } from './measure-video.ts';
import { playingVideo } from './playing-video.ts';
import { type Stretch, within } from './stretches.ts';

/** Finished file to measure, with its document and limits if they are known. */
export interface ReportInput {
  readonly path: string;
  /** Document and media of the render; null: only the file is measured. */
  readonly film: FilmInput | null;
  /** Limits to check; null without limits. They replace the default thresholds of findings if they are stricter. */
  readonly limits: QualityLimits | null;
}

/** Maximum number of findings of each kind in a report. */
const MOST = 100;
const UPSCALE = 1.25;
const CONTRAST = 3;
const LEAST_FROZEN_SEC = 2;
const LEAST_CLIPPED_SEC = 0.2;

/**
 * Measures a finished file, whose video and audio are each decoded once. Returns a report with the findings in the file
 * and its document. Archives and single images are not decoded. Throws FramemillError `invalid_request` for a file that
 * cannot be read.
 */
export async function measureQuality(
  { path, film, limits }: ReportInput,
  onProgress?: (done: number) => void,
): Promise<Omit<QualityReport, 'broken'>> {
  const format = film?.profile.format ?? 'mp4';
  const { assembly } = formatFacts(format);
  const isTimed = assembly === 'film' || assembly === 'sound' || (isAnimation(format) && moves(path));
  const video = isTimed && assembly !== 'sound' ? await measureVideo(path, onProgress) : null;
  const frames = video?.frames ?? 0;
  const audio = isTimed ? await measureAudio(path, (doneSec) => onProgress?.(frames + doneSec)) : null;
  const thresholds = {
    upscale: Math.min(UPSCALE, limits?.maxUpscale ?? UPSCALE),
    contrast: Math.max(CONTRAST, limits?.minContrast ?? CONTRAST),
  };
  const hasImages = film !== null && assembly !== 'sound';
  const found = [
    ...(video ? videoFindings(video, film) : []),
    ...(audio?.silence ?? []).map((stretch) => fileFinding('silence', stretch, 'The audio is below -60 dBFS')),
    ...(hasImages ? await documentFindings(film, thresholds) : []),
  ];
  const findings = [...Map.groupBy(found, ({ kind }) => kind).values()].flatMap((some) =>
    some.toSorted((a, b) => a.startSec - b.startSec).slice(0, MOST),
  );
  const { size: sizeBytes } = statSync(path);
  const durationSec = video || audio ? Math.max(video?.endSec ?? 0, audio?.endSec ?? 0) : null;
  return {
    sizeBytes,
    durationSec: durationSec === null ? null : rounded(durationSec),
    bitrateKbps: durationSec ? rounded((sizeBytes * 8) / 1000 / durationSec) : null,
    video: video && { codec: video.codec, width: video.width, height: video.height, frames: video.frames },
    audio: audio && audioFigures(audio, video),
    findings,
    leftOut: found.length - findings.length,
  };
}

/**
 * Whether a GIF or WebP file has more than one frame. An animation in which nothing changes is stored as a single
 * frame.
 */
function moves(path: string): boolean {
  return containerOf(path).kind === 'timed';
}

function videoFindings({ black, clipped, frozen }: MeasuredVideo, film: FilmInput | null): Finding[] {
  const whole = [{ startSec: 0, endSec: Number.POSITIVE_INFINITY }];
  const { playing, playingAlone } = film
    ? playingVideo(film.document, film.media)
    : { playing: whole, playingAlone: whole };
  return [
    // A format with alpha is transparent where nothing is drawn.
    ...(film && keepsAlpha(film.profile.format) ? [] : black).map((stretch) =>
      fileFinding('black', stretch, 'The picture is black'),
    ),
    ...within(frozen, playing, LEAST_FROZEN_SEC).map((stretch) =>
      fileFinding('frozen', stretch, 'The picture is frozen'),
    ),
    ...within(clipped, playingAlone, LEAST_CLIPPED_SEC).map((stretch) =>
      fileFinding('clipped', stretch, 'At least a quarter of the picture is overexposed'),
    ),
  ];
}

function audioFigures(audio: MeasuredAudio, video: MeasuredVideo | null): QualityReport['audio'] {
  const { codec, loudness, startSec, endSec } = audio;
  return {
    codec,
    integratedLufs: loudness && rounded(loudness.integratedLufs),
    truePeakDb: loudness && rounded(loudness.truePeakDb),
    offsetSec: video && rounded(startSec - video.startSec),
    endOffsetSec: video && rounded(endSec - video.endSec),
  };
}

function fileFinding(kind: FindingKind, { startSec, endSec }: Stretch, what: string): Finding {
  const [start, end] = [rounded(startSec), rounded(endSec)];
  const message = `${what} from ${start.toFixed(2)} to ${end.toFixed(2)} s. Check the clips at this time.`;
  return { kind, severity: 'warn', startSec: start, endSec: end, clipId: null, value: null, message };
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
