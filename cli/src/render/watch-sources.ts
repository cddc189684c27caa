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
import type { Document } from '@framemill/timeline/rendering';
import type { SourceFinder } from '../project/find-sources.ts';
import { sha256Of } from './segment-cache.ts';

/** Sources of a render, observed from before their probe on, so that no key names other content than was rendered. */
export interface WatchedSources {
  /** Probes a source and begins to observe it. */
  probe: SourceFinder['probe'];
  /**
   * Returns the facts of the sources with keys as their hashes. Equal keys mean equal content and equal facts, also
   * between two runs.
   */
  keyed(media: MediaFiles): Promise<MediaTable>;
  /** Whether no source has been written to, or replaced, since it was probed. */
  areUnchanged(): Promise<boolean>;
}

/**
 * Size in bytes up to which a file is identified by its content, which takes 2 ms at most. A larger file is identified
 * by its place and times, as hashing it may take as long as rendering it.
 */
const hashedBytes = 1_000_000;

/**
 * Observes the sources of a render. `reading` is that of `probe`; with `whole`, the probe has hashed the files. `always`
 * identifies larger files by their content too: files that were just downloaded have a new place at each run. `hashes`
 * are the files that this run has hashed, by their stamps; new ones are added.
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
 * Returns the identity of a file's current content: its place, size and times. The time of the last status change is a
 * part, because programs can set the other time. Null when the file does not exist.
 */
async function stampOf(path: string): Promise<string | null> {
  const found = await stat(path, { bigint: true }).catch(() => null);
  return found && `${found.dev} ${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`;
}

/**
 * Returns a function that checks whether output frames [startFrame, endFrame) are the same in every run. They are not
 * when they show an HTML clip or an SVG drawing with text: the fonts that are installed on the machine, and its
 * browser, determine these.
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
  const mayShowPages = document.clips.some(({ type }) => type === 'html');
  return ({ startFrame, endFrame }) => {
    if (mayShowPages && showsPages(document, profile, startFrame, endFrame)) return false;
    return drawings.size === 0 || sourcesShown(document, profile, startFrame, endFrame).isDisjointFrom(drawings);
  };
}

function hasText(svg: string): boolean {
  return /<([\w.-]+:)?text\b/i.test(svg);
}
