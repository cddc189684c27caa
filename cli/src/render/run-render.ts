import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ChildResults,
  type FilmInput,
  factsOf,
  type MediaFiles,
  type RenderChild,
} from '@framemill/compositor/child';
import {
  audioKey,
  type CopyPlan,
  copiedFramesOf,
  filmForAspect,
  filmTexts,
  mayBeCopied,
  mayCopyGroups,
  type OutputProfile,
  outputFrames,
  outputProfile,
  planCopy,
  planSegments,
  type QualityLimits,
  type SegmentPlan,
} from '@framemill/compositor/plan';
import type { Document } from '@framemill/timeline';
import { FramemillError } from '@framemill/timeline/errors';
import { durationSec } from '@framemill/timeline/rendering';
import type { RenderOptions } from '../options.ts';
import { defaultFacts, findSources, type SourceFinder, sourcesOfClips } from '../project/find-sources.ts';
import { readMediaOptions } from '../project/media-options.ts';
import { openDocument } from '../project/open-document.ts';
import { probeWith } from '../project/probe-with.ts';
import { readProject } from '../project/read-project.ts';
import type { FilmReport } from './check-film.ts';
import type { RenderEvents, RenderPool } from './render-pool.ts';
import { type RenderedSegment, renderSegments, segmentProcesses } from './render-segments.ts';
import type { CachedFile, CachedKind } from './segment-cache.ts';
import { createRepeatableCheck, watchSources } from './watch-sources.ts';

/** Result of a render: properties of the finished file. */
export interface RenderOutcome {
  frames: number;
  durationSec: number;
  sizeBytes: number;
  sha256: string;
  /** Number of frames that were copied from a source without encoding. */
  copiedFrames: number;
  /**
   * Numbers of segments. `rendered` were rendered, and `cached` were reused from earlier runs. The remaining ones equal
   * another segment of this video, or of an earlier video of this run.
   */
  segments: { total: number; rendered: number; cached: number };
  /** Whether the audio mix was reused from an earlier run. */
  audioCached: boolean;
  /** Quality report of the file; null when none was requested. */
  report: FilmReport | null;
}

/** Rendered video file with the document and sources from which it was rendered. */
interface MadeFilm {
  outcome: Omit<RenderOutcome, 'report'>;
  film: FilmInput;
}

/**
 * Number of frames for each render process. Starting a process costs as much as rendering three frames, so fewer frames
 * are not worth another process.
 */
const FRAMES_A_PROCESS = 30;
/**
 * Duration in seconds above which a separate process mixes the audio, so that the render processes keep their memory
 * for frames.
 */
const MIXED_BETWEEN_SEC = 20;

/**
 * Plans and renders a project file, then muxes the result. Moves the finished file to its final path at the end and
 * checks it against `limits` (null for none). Errors include the position in the project file where possible.
 */
export async function runRender(
  options: RenderOptions,
  events: RenderEvents,
  pool: RenderPool,
  limits: QualityLimits | null = null,
): Promise<RenderOutcome> {
  const file = await readProject(options.projectPath);
  const { renderers, scratch } = pool;
  const files = await readMediaOptions(options);
  const finder = { mediaRoot: file.mediaRoot, files, probe: probeWith(renderers, 'ends') };
  const { document, located } = await openDocument(
    file,
    finder,
    { child: anyOf(renderers), scratch },
    options.variables,
  );
  try {
    const laid = await laidOut(document, finder, options);
    const { outcome, film } = await renderDocument(laid, finder, options, events, pool);
    return { ...outcome, report: limits && (await reportOn(pool, film, limits, located)) };
  } catch (error) {
    throw located(error);
  }
}

async function reportOn(
  { outPath, renderers }: RenderPool,
  film: FilmInput,
  limits: QualityLimits,
  located: (error: unknown) => unknown,
): Promise<FilmReport> {
  // Imported lazily: most renders have no limits.
  const { checkFilm } = await import('./check-film.ts');
  return checkFilm(anyOf(renderers), outPath, { film, limits }, located);
}

/** Returns the document laid out for the requested aspect ratio, for which it reads the sizes of its media. */
async function laidOut(document: Document, finder: SourceFinder, { aspect }: RenderOptions): Promise<Document> {
  if (aspect === undefined) return document;
  const { media, faults } = await findSources(sourcesOfClips(document), finder);
  const [fault] = faults;
  if (fault) throw fault;
  return filmForAspect(document, aspect, defaultFacts(media));
}

async function renderDocument(
  document: Document,
  finder: SourceFinder,
  options: RenderOptions,
  events: RenderEvents,
  pool: RenderPool,
): Promise<MadeFilm> {
  const { format, quality, compression, resolution, smart, choice, texts } = options;
  const { profile } = outputProfile(document.settings, {
    format,
    quality,
    compression,
    resolution,
    choice,
    texts,
    maxShortSide: null,
    watermark: false,
    smart,
  });
  const frames = outputFrames(document, profile);
  const { renderers } = pool;
  const startOthers = () => {
    const worth = Math.min(segmentProcesses(profile, options.slots), Math.round(frames / FRAMES_A_PROCESS));
    while (renderers.length < worth) renderers.push(pool.start());
  };
  // Only a copy requires reading a source to its last byte.
  const reading = mayBeCopied(document, profile) || mayCopyGroups(document, profile) ? 'whole' : 'ends';
  if (!mayBeCopied(document, profile)) startOthers();
  const always = options.service !== null;
  const watched = watchSources(probeWith(renderers, reading), { reading, always, hashes: pool.hashes });
  const found = await findSources(sourcesOfClips(document), { ...finder, probe: watched.probe });
  const [fault] = found.faults;
  if (fault) throw fault;
  const { media } = found;
  const table = factsOf(media);
  const film = { document, profile, media: table, fonts: media };
  const copy = planCopy(document, profile, table);
  if (copy) {
    events.onStart(frames);
    const files = { soundPath: join(pool.scratch, 'sound.mp4'), outPath: pool.unfinished };
    const project = { document, profile, media };
    const copied = await copyProject(copy, project, files, anyOf(renderers), (done) => events.onProgress(done));
    await rename(pool.unfinished, pool.outPath);
    const segments = { total: 0, rendered: 0, cached: 0 };
    return { outcome: { frames, ...copied, copiedFrames: frames, segments, audioCached: false }, film };
  }
  startOthers();
  const keys = options.cache === null ? table : await watched.keyed(media);
  const segments = planSegments(document, profile, keys, pool.engine);
  const audioTrack = audioKey(document, profile, keys, pool.engine);
  const audio = audioTrack === null ? null : cachedFile(pool, 'audio', audioTrack);
  const fileOf = ({ contentKey }: { contentKey: string }) => cachedFile(pool, 'segment', contentKey);
  const isRepeatable = await createRepeatableCheck(document, profile, media);
  // Copied segments are as large as their sources, and copied as fast as they are read.
  const isCacheable = (segment: SegmentPlan) => isRepeatable(segment) && copiedFramesOf([segment]) === 0;
  const cached = await takeCached(pool, segments.filter(isCacheable).map(fileOf));
  const audioCached = audio !== null && (await takeCached(pool, [audio])) > 0;
  const missing = segments.filter(({ contentKey }) => !pool.kept.has(contentKey) && pool.kept.add(contentKey));
  const reused = frames - missing.reduce((sum, { startFrame, endFrame }) => sum + endFrame - startFrame, 0);
  events.onStart(frames);

  const paths = new Map(segments.map((segment) => [segment.index, fileOf(segment).path]));
  const pathOf = (index: number) => paths.get(index) ?? '';
  const mix = async (child: RenderChild) => {
    if (audio === null || pool.kept.has(audio.contentKey)) return;
    const written = await child.run({ type: 'audio', document, profile, media, outPath: audio.path });
    pool.kept.add(audio.contentKey);
    if (await watched.areUnchanged()) await pool.cache.put({ ...audio, ...written });
  };
  const mixBeside = async () => {
    if (audio === null || pool.kept.has(audio.contentKey)) return;
    const child = pool.start();
    await mix(child);
    child.kill();
  };
  const htmlFrames = join(pool.scratch, 'html');
  const project = { document, profile, media, htmlFrames };
  const listeners = {
    onWarning: events.onWarning,
    onProgress: (done: number) => events.onProgress(reused + done),
    async onCleanBatch(batch: readonly RenderedSegment[]) {
      if (!(await watched.areUnchanged())) return;
      for (const { sizeBytes, sha256, ...segment } of batch.filter(isCacheable))
        await pool.cache.put({ ...fileOf(segment), sizeBytes, sha256 });
    },
  };
  const isMixedBetween = missing.length > 0 && durationSec(document) <= MIXED_BETWEEN_SEC;
  const rendering = renderSegments(project, missing, pathOf, listeners, pool, isMixedBetween ? mix : undefined).catch(
    (error: unknown) => {
      // Incomplete files must not be used by another video.
      for (const { contentKey } of missing) pool.kept.delete(contentKey);
      throw error;
    },
  );
  const [left] = await Promise.all([rendering, isMixedBetween ? undefined : mixBeside()]);
  pool.renderers = left;

  events.onStitch();
  const stitching = anyOf(left).run({
    type: 'stitch',
    segments: segments.map((segment) => fileOf(segment).path),
    segmentFrames: segments.map(({ startFrame, endFrame }) => endFrame - startFrame),
    firstFrame: segments[0]?.startFrame ?? 0,
    audio: audio?.path ?? null,
    profile,
    texts: filmTexts(document, texts),
    outPath: pool.unfinished,
  });
  // This process would only wait for the other one.
  pool.cache.trim();
  const stitched = await stitching;
  await rename(pool.unfinished, pool.outPath);
  const counts = { total: segments.length, rendered: missing.length, cached };
  const copiedFrames = copiedFramesOf(segments);
  return { outcome: { frames, ...stitched, copiedFrames, segments: counts, audioCached }, film };
}

function anyOf(children: readonly RenderChild[]): RenderChild {
  const [first] = children;
  if (!first) throw new Error('There is no render process to write the output.');
  return first;
}

/** Returns the path and key of the file for a content key in the run's scratch folder. */
function cachedFile({ scratch }: RenderPool, kind: CachedKind, contentKey: string): CachedFile {
  return { kind, contentKey, path: join(scratch, `${kind}-${contentKey}.mp4`) };
}

/**
 * Makes files of earlier runs available in the scratch folder, unless this run already has them. Returns the number of
 * files that were in the cache.
 */
async function takeCached({ kept, cache }: RenderPool, files: readonly CachedFile[]): Promise<number> {
  let taken = 0;
  for (const file of files) {
    if (kept.has(file.contentKey) || !(await cache.take(file))) continue;
    kept.add(file.contentKey);
    taken += 1;
  }
  return taken;
}

/**
 * Creates the output without decoding the video: mixes the audio if necessary, and muxes it with the packets of the
 * source video. Uses one process.
 */
async function copyProject(
  plan: CopyPlan,
  project: { document: Document; profile: OutputProfile; media: MediaFiles },
  files: { soundPath: string; outPath: string },
  child: RenderChild,
  onProgress: (done: number) => void,
): Promise<ChildResults['copy']> {
  const source = project.media[plan.src];
  const packets = source?.facts.packets;
  if (!source || !packets) {
    const message =
      `Stream copy of "${plan.src}" failed: the probe of this source recorded no list of its packets. Probe the ` +
      'whole file again, and start the render again.';
    throw new FramemillError('internal_error', message);
  }
  const { path } = source;
  if (plan.sound === 'mix') await child.run({ type: 'audio', ...project, outPath: files.soundPath });
  const audio = { copy: path, mix: files.soundPath, none: null }[plan.sound];
  const task = { type: 'copy', source: path, packets, sound: audio, outPath: files.outPath } as const;
  return child.run(task, { onProgress });
}
