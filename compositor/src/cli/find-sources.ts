import { access } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { FramemillError } from '@framemill/timeline/errors';
import {
  CLIP_SOURCE_POSITIONS,
  type Document,
  type MediaFacts,
  type MediaLookup,
  sourcesAt,
} from '@framemill/timeline/rendering';
import { defaultSource } from '@framemill/timeline/variables';
import type { MediaFiles } from '../render/renderer.ts';

/** A source that a project names. */
export interface SourceUse {
  src: string;
  /** Where: `clips[3].mask.src`. */
  field: string;
  /** Who, as the beginning of a sentence: `Clip intro plays`. */
  who: string;
}

/** How the file of a source is found. */
export interface SourceFinder {
  /** Folder of relative paths; absolute. */
  mediaRoot: string;
  /** Files of sources that are no paths, or are elsewhere; absolute. */
  files: ReadonlyMap<string, string>;
  probe: (path: string) => Promise<MediaFacts>;
}

/** Sources that were found and probed, and what is wrong with the others. */
export interface FoundSources {
  media: MediaFiles;
  /** Each names its user and the source, and has the user's `field`. */
  faults: FramemillError[];
}

/** The sources that clips, their masks, looks and fonts name. */
export function sourcesOfClips({ clips }: Document): SourceUse[] {
  return clips.flatMap((clip, index) =>
    sourcesAt(CLIP_SOURCE_POSITIONS, clip)
      .filter(({ src }) => src !== '')
      .map(({ src, at }) => ({ src, field: `clips[${index}].${at}`, who: `Clip ${clip.id} plays` })),
  );
}

/** The same, each variable as the source that it stands for where none is given; without a default it names none. */
export function defaultSourcesOfClips(document: Document): SourceUse[] {
  return sourcesOfClips(document)
    .map((use) => ({ ...use, src: defaultSource(use.src) }))
    .filter(({ src }) => src !== '');
}

/** What is known of sources; a variable is judged by the source that it stands for where none is given. */
export function defaultFacts(media: MediaFiles): MediaLookup {
  return (src) => media[defaultSource(src)]?.facts ?? null;
}

/** Finds and probes the file of every source that is used. */
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
    const message = `${who} ${src}; only local files can be rendered here. Download it and give its path, there or as --media "${src}=<file>".`;
    throw new FramemillError('invalid_request', message, details);
  }
  const path = mapped ?? (isAbsolute(src) ? src : join(mediaRoot, src));
  try {
    await access(path);
  } catch (cause) {
    const message =
      mapped === undefined && OF_A_SERVICE.test(src)
        ? `${who} ${src}, which is media of a service. Say which file it is: --media ${src}=<file>, or --media-map <file> for many.`
        : `${who} ${src}, but there is no file ${path}. Check ${mapped === undefined ? 'src and mediaRoot' : 'the media map'}.`;
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

/** Ids of media, and addresses below which the API serves it. */
const OF_A_SERVICE = /^(?:med_\w+$|\/(?:uploads|fixtures)\/)/;
