import {
  applyCommands,
  type Command,
  createDocument,
  type Document,
  FramemillError,
  type MediaFacts,
  type ReduceContext,
} from '@framemill/timeline';
import { catalogue } from '../capabilities/index.ts';

/**
 * Example of the gallery (a page that shows all effects, filters and so on). It is a small project that demonstrates
 * one feature, with the times at which its frames are shown.
 */
export interface GalleryExample {
  /**
   * Group of the example, for example `effect`, `filter` or `transition`. Group and name together are the name of the
   * example's reference image.
   */
  readonly family: string;
  readonly name: string;
  readonly description: string;
  /**
   * Commands that create the project on a canvas of size `canvas`. The new clips get the ids `clip-1`, `clip-2` and so
   * on.
   */
  readonly commands: readonly Command[];
  /** Times in the project at which frames are shown, in seconds. */
  readonly moments: readonly number[];
}

/** Canvas of every gallery example, in pixels: the size of the photographs. */
export const canvas = { width: 640, height: 360 } as const;

/**
 * Returns the document that the commands of a gallery example create. When a command fails, throws `invalid_request`
 * with the error message of that command.
 */
export function exampleDocument(
  example: GalleryExample,
  media: Readonly<Record<string, { facts: MediaFacts }>>,
): Document {
  const { document, results } = applyCommands(
    createDocument({ ...canvas, fps: 30, background: '#203040' }),
    [...example.commands],
    exampleContext((src) => media[src]?.facts ?? null),
  );
  const failed = results.find(({ ok }) => !ok);
  if (!failed) return document;
  const message = `The example ${example.family} ${example.name} failed at ${failed.op}: ${failed.error}`;
  throw new FramemillError('invalid_request', message);
}

function exampleContext(media: ReduceContext['media']): ReduceContext {
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

/**
 * Returns the command that shows a photograph on the whole canvas for two seconds. `src` is `mountains`, `ocean` or
 * `green-screen`.
 */
export function photo(src: string, fields: { start?: number; trackIndex?: number } = {}): Command {
  const { start = 0, trackIndex = 0 } = fields;
  return { op: 'addClip', type: 'image', src, start, duration: 2, trackIndex };
}
