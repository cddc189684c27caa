import { type Clip, type Document, textFindings } from '@framemill/timeline/rendering';
import type { MediaTable } from '../catalog/sub-document.ts';
import type { OutputProfile } from '../catalog.ts';
import { documentFonts } from '../fonts/document-fonts.ts';
import { sourceDetail } from '../graph/source-detail.ts';
import type { MediaFiles } from '../media/media-files.ts';
import type { Finding } from '../quality-report.ts';
import { openTextEngine } from '../sprites/font-files.ts';

/** A film and what it was made of. */
export interface FilmInput {
  readonly document: Document;
  readonly profile: OutputProfile;
  readonly media: MediaTable;
  /** The files of the fonts that its texts name. */
  readonly fonts: MediaFiles;
}

/** From where on a finding is worth one, unless a limit is tighter. */
export interface FindingThresholds {
  /** Output pixels a source pixel. */
  readonly upscale: number;
  /** 1-21. */
  readonly contrast: number;
}

/** Drawn anew in every size. */
const VECTOR = 'image/svg+xml';

/** What can be told of a film by its document: texts that are hard to read, lie at the edge or lack glyphs, and sources that are too small. */
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
    if (!facts?.width || !facts.height || facts.mimeType === VECTOR || !visible.has(clip.trackIndex)) return [];
    const { width, height } = facts;
    const ratio = 1 / sourceDetail(clip, { width, height }, document, profile.width);
    if (ratio <= most) return [];
    const message = `Clip ${clip.id} shows its source of ${width} x ${height} at ${ratio.toFixed(2)} times its size. Use a larger source, or show it smaller.`;
    const value = Math.round(ratio * 100) / 100;
    return [{ kind: 'upscaled', severity: 'warn', ...spanOf(clip), clipId: clip.id, value, message }];
  });
}

function spanOf({ start, duration }: Clip) {
  return { startSec: start, endSec: start + duration };
}
