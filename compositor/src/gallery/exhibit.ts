import {
  applyCommands,
  type Command,
  createDocument,
  type Document,
  FramemillError,
  type MediaFacts,
  type ReduceContext,
} from '@framemill/timeline';
import { catalogue } from '../catalogue.ts';

/** Something to look at: a project that shows it, and when. */
export interface Exhibit {
  /** `effect`, `filter`, `transition` ...: with the name, the name of its kept picture. */
  readonly family: string;
  readonly name: string;
  readonly description: string;
  /** Makes the project, on a canvas of `canvas`. A new clip is named `clip-1`, `clip-2` ... in order. */
  readonly commands: readonly Command[];
  /** Moments of the project that are shown. Seconds. */
  readonly moments: readonly number[];
}

/** Canvas of every exhibit: the size of the photographs. Pixels. */
export const canvas = { width: 640, height: 360 } as const;

/** The document that an exhibit's commands make. Throws `invalid_request` with what the reducer says when one is refused. */
export function exhibitDocument(exhibit: Exhibit, media: Readonly<Record<string, { facts: MediaFacts }>>): Document {
  const { document, results } = applyCommands(
    createDocument({ ...canvas, fps: 30, background: '#203040' }),
    [...exhibit.commands],
    exhibitContext((src) => media[src]?.facts ?? null),
  );
  const failed = results.find(({ ok }) => !ok);
  if (!failed) return document;
  throw new FramemillError('invalid_request', `${exhibit.family} ${exhibit.name}: ${failed.op}: ${failed.error}`);
}

function exhibitContext(media: ReduceContext['media']): ReduceContext {
  const made = new Map<string, number>();
  return {
    catalogue,
    media,
    newId: (kind) => {
      const count = (made.get(kind) ?? 0) + 1;
      made.set(kind, count);
      return `${kind}-${count}`;
    },
  };
}

/** A photograph over the whole canvas for two seconds: `mountains`, `ocean` or `green-screen`. */
export function photo(src: string, fields: { start?: number; trackIndex?: number } = {}): Command {
  const { start = 0, trackIndex = 0 } = fields;
  return { op: 'addClip', type: 'image', src, start, duration: 2, trackIndex };
}
