import { catalogue } from '@framemill/compositor/capabilities';
import {
  applyCommands,
  createDocument,
  type Document,
  type MediaAnalysis,
  type MediaFacts,
  type ReduceContext,
} from '@framemill/timeline';
import type { CaseProject, SourceFacts } from './case-file.ts';

/** Project of a test case, with what the planner needs to plan a message on it. */
export interface BuiltProject {
  document: Document;
  context: ReduceContext;
  mediaName: (src: string) => string | null;
}

const USUAL_SEC = 600;
const spoken = /voice|narrat|interview|talk|speech|podcast|vo\b/i;

/** Builds a project by applying its commands. Throws for a command that fails. */
export function buildProject(project: CaseProject): BuiltProject {
  const sources = sourcesOf(project);
  let serial = 0;
  const context: ReduceContext = {
    newId(kind) {
      serial += 1;
      return `${kind}-${serial}`;
    },
    catalogue,
    allowedOps: () => true,
    media: (src) => factsOf(sources.get(src)),
    analysis: (src) => analysisOf(src, sources.get(src)),
  };
  const { document, results } = applyCommands(createDocument(), project.commands, context);
  const failed = results.find(({ ok }) => !ok);
  if (failed) throw new Error(`The project cannot be built: ${failed.op}: ${failed.error}`);
  return { document, context, mediaName: (src) => sources.get(src)?.name ?? (src === '' ? null : src) };
}

/**
 * Returns the facts of every source that the commands use: those that the case states, otherwise those implied by the
 * commands.
 */
function sourcesOf({ media = {}, commands }: CaseProject): Map<string, SourceFacts> {
  const sources = new Map<string, SourceFacts>(Object.entries(media));
  for (const { op, src, type } of commands) {
    if (typeof src !== 'string' || sources.get(src)?.kind !== undefined) continue;
    const kind =
      op === 'addSticker' || type === 'image' || type === 'sticker' ? 'image' : type === 'audio' ? type : 'video';
    sources.set(src, { ...sources.get(src), kind });
  }
  return sources;
}

function factsOf(source: SourceFacts | undefined): MediaFacts | null {
  if (source === undefined) return null;
  const { kind = 'video', duration = USUAL_SEC, width = 1920, height = 1080, hasAudio = kind !== 'image' } = source;
  return {
    ...{ kind, sha256: 'a'.repeat(64), mimeType: `${kind}/x`, sizeBytes: 1, hasAudio },
    ...{ width: kind === 'audio' ? null : width, height: kind === 'audio' ? null : height },
    ...{ durationSec: kind === 'image' ? null : duration, fps: kind === 'video' ? 30 : null },
  };
}

function analysisOf(src: string, source: SourceFacts | undefined): MediaAnalysis | null {
  if (source === undefined) return null;
  const { duration = USUAL_SEC, name = src, silences = [] } = source;
  const speech = source.speech ?? (spoken.test(name) ? [[0, duration] as const] : []);
  return {
    loudness: { integratedLufs: -20, truePeakDb: -3 },
    speech: speech.map(([startSec, endSec]) => ({ startSec, endSec })),
    silences: silences.map(([startSec, endSec]) => ({ startSec, endSec, levelDb: -60 })),
  };
}
