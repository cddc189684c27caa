import { access } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { MediaFiles } from '@framemill/compositor/child';
import { FramemillError } from '@framemill/timeline/errors';
import {
  CLIP_SOURCE_POSITIONS,
  type Document,
  type MediaFacts,
  type MediaLookup,
  sourcesAt,
} from '@framemill/timeline/rendering';
import { defaultSource } from '@framemill/timeline/variables';

/** Use of a source in a project: the source, the field that contains it, and a description for messages. */
export interface SourceUse {
  src: string;
  /** Field that contains the source, for example `clips[3].mask.src`. */
  field: string;
  /** Beginning of a message about the source, for example `Clip intro plays`. */
  who: string;
}

/** Settings for finding the local files of sources. */
export interface SourceFinder {
  /** Absolute path of the folder for relative paths. */
  mediaRoot: string;
  /** Absolute paths of files, by source, for sources that are not paths or whose files are stored elsewhere. */
  files: ReadonlyMap<string, string>;
  probe: (path: string) => Promise<MediaFacts>;
}

/** Sources that were found and probed, and errors for the sources that were not. */
export interface FoundSources {
  media: MediaFiles;
  /**
   * Errors of the sources that were not found. The message contains the use and the source; `field` in the details is
   * the field that contains the source.
   */
  faults: FramemillError[];
}

/**
 * Lists the sources used by the clips of a document, also inside compositions, including their masks, effects and fonts.
 */
export function sourcesOfClips({ clips, compositions = [] }: Document): SourceUse[] {
  const inside = compositions.flatMap((one, index) => sourcesIn(one.clips, `compositions[${index}].`));
  return [...sourcesIn(clips, ''), ...inside];
}

function sourcesIn(clips: Document['clips'], prefix: string): SourceUse[] {
  return clips.flatMap((clip, index) =>
    sourcesAt(CLIP_SOURCE_POSITIONS, clip)
      .filter(({ src, use }) => src !== '' && (use !== 'clip' || clip.type !== 'composition'))
      .map(({ src, at }) => ({ src, field: `${prefix}clips[${index}].${at}`, who: `Clip ${clip.id} plays` })),
  );
}

/**
 * Lists the sources like `sourcesOfClips`, with each variable replaced by its default. A variable without a default
 * adds no source.
 */
export function defaultSourcesOfClips(document: Document): SourceUse[] {
  return sourcesOfClips(document)
    .map((use) => ({ ...use, src: defaultSource(use.src) }))
    .filter(({ src }) => src !== '');
}

/**
 * Returns a function that looks up the probed properties of a source. For a variable, it uses the variable's default.
 */
export function defaultFacts(media: MediaFiles): MediaLookup {
  return (src) => media[defaultSource(src)]?.facts ?? null;
}

/**
 * Finds and probes the file of every source in `uses`. Sources that cannot be found or probed are returned as errors.
 */
export async function findSources(uses: readonly SourceUse[], finder: SourceFinder): Promise<FoundSources> {
  const users = new Map<string, SourceUse>();
  for (const use of uses) if (!users.has(use.src)) users.set(use.src, use);
  const media: Record<string, MediaFiles[string]> = {};
  const faults: FramemillError[] = [];
  const find = async (use: SourceUse) => {
    try {
      media[use.src] = await findSource(use, finder);
    } catch (error) {
      if (!(error instanceof FramemillError)) throw error;
      faults.push(error);
    }
  };
  await Promise.all([...users.values()].map(find));
  return { media, faults };
}

async function findSource({ src, field, who }: SourceUse, { mediaRoot, files, probe }: SourceFinder) {
  const details = { src, field };
  const mapped = files.get(src);
  if (mapped === undefined && /^[a-z][a-z0-9+.-]*:\/\//i.test(src)) {
    const message = `${who} ${src}, but only local files can be rendered. Download it and use --media "${src}=<file>".`;
    throw new FramemillError('invalid_request', message, details);
  }
  const path = mapped ?? (isAbsolute(src) ? src : join(mediaRoot, src));
  try {
    await access(path);
  } catch (cause) {
    const message =
      mapped === undefined && OF_A_SERVICE.test(src)
        ? `${who} ${src}, which is stored on a service. Name its local file with --media ${src}=<file>.`
        : `${who} ${src}, but there is no file ${path}. Check ` +
          `${mapped === undefined ? 'src and mediaRoot' : 'the media map'}.`;
    throw new FramemillError('not_found', message, details, { cause });
  }
  try {
    return { path, facts: await probe(path) };
  } catch (cause) {
    if (!(cause instanceof FramemillError)) throw cause;
    const message = `${who} ${src}: ${cause.message}`;
    throw new FramemillError(cause.code, message, { ...cause.details, ...details }, { cause });
  }
}

/** Pattern of sources that a service stores: media ids, and URL paths below which the API serves media. */
const OF_A_SERVICE = /^(?:med_\w+$|\/(?:uploads|fixtures)\/)/;
