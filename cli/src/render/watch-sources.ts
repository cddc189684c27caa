import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { MediaFiles, Reading } from '@framemill/compositor/child';
import {
  canonicalJson,
  type MediaTable,
  type OutputProfile,
  showsPages,
  sourcesShown,
} from '@framemill/compositor/plan';
import { allClips, type Document } from '@framemill/timeline/rendering';
import type { SourceFinder } from '../project/find-sources.ts';
import { sha256Of } from './segment-cache.ts';

/**
 * Source files of a render. Each file is watched for changes from before it is probed, so that a cache key never refers
 * to content other than the rendered one.
 */
export interface WatchedSources {
  /** Probes a source and starts detecting changes of its file. */
  probe: SourceFinder['probe'];
  /**
   * Returns the probed properties of the sources, with a key in place of each file's hash. Equal keys mean equal
   * content and equal properties, also between two runs.
   */
  keyed(media: MediaFiles): Promise<MediaTable>;
  /** Whether no source file has been changed or replaced since it was probed. */
  areUnchanged(): Promise<boolean>;
}

/**
 * Size in bytes up to which a file is identified by the hash of its content, which takes at most 2 ms. A larger file is
 * identified by its path, size and times, because hashing it may take as long as rendering it.
 */
const hashedBytes = 1_000_000;

/**
 * Creates the probe for the source files of a render, which also detects changed files. `reading` is the mode of
 * `probe`; in the mode `whole`, the probe itself hashes the files. If `always` is true, files of any size are
 * identified by their content. This is for downloaded files, whose path differs in each run. `hashes` contains the
 * hashes computed in this run, and new ones are added to it.
 */
export function watchSources(
  probe: SourceFinder['probe'],
  { reading, always, hashes }: { reading: Reading; always: boolean; hashes: Map<string, string> },
): WatchedSources {
  const stamps = new Map<string, string | null>();

  async function contentOf(path: string, { sha256, sizeBytes }: MediaFiles[string]['facts']): Promise<string> {
    if (reading === 'whole') return sha256;
    const stamp = `${stamps.get(path)}`;
    if (!always && sizeBytes > hashedBytes) return stamp;
    const known = hashes.get(stamp) ?? (await sha256Of(path));
    hashes.set(stamp, known);
    return known;
  }

  return {
    async probe(path) {
      stamps.set(path, await stampOf(path));
      return probe(path);
    },
    async keyed(media) {
      const table: MediaTable = {};
      for (const [src, { path, facts }] of Object.entries(media)) {
        const { sha256: _, ...described } = facts;
        const identity = canonicalJson({ content: await contentOf(path, facts), described });
        table[src] = { ...facts, sha256: createHash('sha256').update(identity).digest('hex') };
      }
      return table;
    },
    async areUnchanged() {
      for (const [path, stamp] of stamps) if (stamp === null || (await stampOf(path)) !== stamp) return false;
      return true;
    },
  };
}

/**
 * Returns a text that identifies the current content of a file, from its path, size and times; null when the file does
 * not exist. It includes the time of the last status change (ctime), because programs can set the modification time.
 */
async function stampOf(path: string): Promise<string | null> {
  const found = await stat(path, { bigint: true }).catch(() => null);
  return found && `${found.dev} ${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`;
}

/**
 * Returns a function that checks whether the output frames [startFrame, endFrame) are the same in every run. Frames
 * that show an HTML clip or an SVG image with text are not, because these depend on the installed fonts and browser.
 */
export async function createRepeatableCheck(
  document: Document,
  profile: OutputProfile,
  media: MediaFiles,
): Promise<(range: { startFrame: number; endFrame: number }) => boolean> {
  const drawings = new Set<string>();
  for (const [src, { path, facts }] of Object.entries(media)) {
    if (facts.mimeType === 'image/svg+xml' && hasText(await readFile(path, 'utf8'))) drawings.add(src);
  }
  const mayShowPages = allClips(document).some(({ type }) => type === 'html');
  return ({ startFrame, endFrame }) => {
    if (mayShowPages && showsPages(document, profile, startFrame, endFrame)) return false;
    return drawings.size === 0 || sourcesShown(document, profile, startFrame, endFrame).isDisjointFrom(drawings);
  };
}

function hasText(svg: string): boolean {
  return /<([\w.-]+:)?text\b/i.test(svg);
}
