import { readFileSync } from 'node:fs';
import type { ImportContext } from '../../src/import/import-context.ts';
import { type ImportedFile, importProject } from '../../src/import/import-project.ts';
import type { MediaFacts } from '../../src/media/media-facts.ts';

/** The committed samples: paths below this folder. */
export const SAMPLES = [
  'shotstack/spring-sale.json',
  'shotstack/moving-parts.json',
  'shotstack/smart-clips.json',
  'shotstack/older-assets.json',
  'cut.otio',
  'cut.edl',
] as const;

/** Returns the text of a sample. */
export function sample(name: (typeof SAMPLES)[number]): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}

/** Facts of a media file, 640 x 360 and 12 s unless `more` says otherwise. */
export function facts(kind: MediaFacts['kind'], more: Partial<MediaFacts> = {}): MediaFacts {
  const isStill = kind === 'image' || kind === 'font' || kind === 'subtitle';
  return {
    kind,
    sha256: '0'.repeat(64),
    mimeType: 'application/octet-stream',
    sizeBytes: 1_000,
    width: kind === 'video' || kind === 'image' ? 640 : null,
    height: kind === 'video' || kind === 'image' ? 360 : null,
    durationSec: isStill ? null : 12,
    fps: kind === 'video' ? 30 : null,
    hasAudio: kind === 'video' || kind === 'audio',
    ...more,
  };
}

/** Creates the context of an import. `media` are facts by the name that `mediaMap` gives to the id `med_<name>`. */
export function importContext(
  media: Record<string, MediaFacts> = {},
  more: Partial<ImportContext> = {},
): ImportContext {
  let made = 0;
  const ids = Object.fromEntries(Object.keys(media).map((name) => [name, `med_${name}`]));
  return {
    newId(kind) {
      made += 1;
      return `${kind}-${made}`;
    },
    catalogue: {
      fonts: ['Inter', 'Montserrat', 'Open Sans'].map((family) => ({ family, weights: [400, 700] })),
      effects: {},
      transitions: ['dissolve', 'fade'],
      shapes: ['rectangle'],
    },
    mediaMap: ids,
    media: (src) => media[src.replace(/^med_/, '')] ?? null,
    ...more,
  };
}

/** Imports a file with the media of `importContext`. */
export function imported(file: unknown, media: Record<string, MediaFacts> = {}): ImportedFile {
  return importProject(file, 'Imported', importContext(media));
}
