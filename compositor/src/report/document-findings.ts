import { type Clip, type Document, textFindings } from '@framemill/timeline/rendering';
import { documentFonts } from '../fonts/document-fonts.ts';
import { openTextEngine } from '../fonts/font-files.ts';
import { sourceDetail } from '../graph/motion.ts';
import type { MediaFiles } from '../media/media-files.ts';
import type { OutputProfile } from '../plan/profile.ts';
import type { Finding } from '../plan/report-schema.ts';
import type { MediaTable } from '../plan/sub-document.ts';

/** Document, profile and media of a rendered video. */
export interface FilmInput {
  readonly document: Document;
  readonly profile: OutputProfile;
  readonly media: MediaTable;
  /** Files of the fonts that the document's texts use. */
  readonly fonts: MediaFiles;
}

/**
 * Thresholds of the findings in a document: a source with a larger enlargement, or a text with a lower contrast, is
 * listed. Limits given for a report replace the default thresholds only if they are stricter.
 */
export interface FindingThresholds {
  /** Maximum number of output pixels per source pixel, along one side. */
  readonly upscale: number;
  /** Minimum contrast ratio, 1-21. */
  readonly contrast: number;
}

/** MIME type of SVG. SVG sources are never too small, because they are rasterised at any size. */
const VECTOR = 'image/svg+xml';

/**
 * Finds the faults that are visible in the document alone: texts that are hard to read, at the edge of the canvas or
 * without glyphs for some characters, and sources that are too small.
 */
export async function documentFindings(film: FilmInput, { upscale, contrast }: FindingThresholds): Promise<Finding[]> {
  const { document, fonts } = film;
  const engine = (await openTextEngine()).withFonts(documentFonts(document.clips, fonts));
  const texts = textFindings(document, (style) => engine.layout(style), contrast);
  return [
    ...texts.map(({ kind, severity, clip, value, message }) => ({
      ...{ kind, severity, ...spanOf(clip), clipId: clip.id, message },
      value: value === null ? null : Math.round(value * 100) / 100,
    })),
    ...upscaled(film, upscale),
  ];
}

function upscaled({ document, profile, media }: FilmInput, most: number): Finding[] {
  const visible = new Set(document.tracks.filter((track) => track.visible).map(({ id }) => id));
  return document.clips.flatMap((clip): Finding[] => {
    const facts = ['video', 'image', 'sticker'].includes(clip.type) ? media[clip.src] : undefined;
    const isVector = facts?.mimeType === VECTOR || facts?.kind === 'animation';
    if (!facts?.width || !facts.height || isVector || !visible.has(clip.trackIndex)) return [];
    const { width, height } = facts;
    const ratio = 1 / sourceDetail(clip, { width, height }, document, profile.width);
    if (ratio <= most) return [];
    const message =
      `Clip ${clip.id} shows its source of ${width} x ${height} at ${ratio.toFixed(2)} times its size. Use a ` +
      'larger source, or show it smaller.';
    const value = Math.round(ratio * 100) / 100;
    return [{ kind: 'upscaled', severity: 'warn', ...spanOf(clip), clipId: clip.id, value, message }];
  });
}

function spanOf({ start, duration }: Clip) {
  return { startSec: start, endSec: start + duration };
}
