import type { ReduceContext } from '../command/command.ts';
import type { Marker, Settings } from '../document/document.ts';
import type { NewClip } from '../edit/insert-clip.ts';
import type { MediaFacts } from '../media/media-facts.ts';

/** Everything that an importer may use besides the file. The same context and file give the same project. */
export interface ImportContext extends Pick<ReduceContext, 'newId' | 'catalogue' | 'media' | 'mediaName'> {
  /** Media by the URL, path or file name that the file has for it: media ids, or paths in a project file. */
  mediaMap: Readonly<Record<string, string>>;
  /** Returns the text of a subtitle file by its source in `mediaMap`. `null` or absent: it cannot be read. */
  subtitles?: (src: string) => string | null;
}

/** Clips of one layer of a file. They are placed on one track, or on several where they overlap. */
export interface ImportedLayer {
  name: string;
  clips: NewClip[];
  /** Whether its clips are drawn; true when absent. */
  visible?: boolean;
  /** Whether its clips are silent; false when absent. */
  muted?: boolean;
}

/** Project as a format's reader returns it. */
export interface ImportedProject {
  settings: Partial<Settings>;
  /** Layers, bottom first. */
  layers: ImportedLayer[];
  markers?: Omit<Marker, 'id'>[];
  /** Settings for POST /v1/renders that correspond to the output of the file; `null`: it names none. */
  render: ImportedRender | null;
}

/** Settings of a render, as POST /v1/renders takes them. */
export interface ImportedRender {
  format: string;
  quality?: 'draft' | 'standard' | 'high';
  /** Time of the image of a poster. Seconds. */
  atSec?: number;
}

/** A source of a file that is available. */
export interface AvailableMedia {
  src: string;
  facts: MediaFacts;
}

/**
 * Finds the media of a source in a file: by the whole URL or path, then by its file name. `null` when neither is in
 * `mediaMap` or media themselves.
 */
export function findMedia(context: ImportContext, name: string): AvailableMedia | null {
  for (const key of [name, fileNameOf(name)]) {
    const src = Object.hasOwn(context.mediaMap, key) ? (context.mediaMap[key] ?? key) : key;
    const facts = src === '' ? null : context.media(src);
    if (facts) return { src, facts };
  }
  return null;
}

/** Returns the file name of a URL or path, decoded and without query. */
export function fileNameOf(source: string): string {
  const query = source.search(/[?#]/);
  const path = query < 0 ? source : source.slice(0, query);
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
