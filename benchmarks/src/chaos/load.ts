import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { RenderRow } from '@framemill/scheduler';
import { type Document, FramemillError, type MediaFacts } from '@framemill/timeline';
import { captionsDocument, shapesDocument, videoDocument } from './documents.ts';
import { exportHash, finished, giveMedia, submit } from './renders.ts';
import type { ChaosAccount, ChaosStack } from './stack/chaos-stack.ts';

/** Kind of render whose exact output bytes are known from an earlier run without faults. */
export interface Reference {
  readonly name: string;
  readonly sha256: string;
  /** Returns the document for an account, and creates the media that it needs in this account. */
  documentFor(stack: ChaosStack, account: ChaosAccount): Promise<Document>;
}

/** Counts of renders under load. Each completed render was compared with a run without faults. */
export interface LoadFigures {
  readonly submitted: number;
  readonly completed: number;
  readonly identical: number;
}

const videoSeconds = 6;

/**
 * Renders three kinds of documents without faults on the running nodes. All later renders must match them byte for
 * byte.
 */
export async function undisturbed(stack: ChaosStack): Promise<Reference[]> {
  const shapes = await reference(stack, 'shapes', async () => shapesDocument(12));
  const captions = await reference(stack, 'captions', async () => captionsDocument(14));
  // The video of the third kind is a render of the first kind, so that no other media is needed.
  const account = await stack.account();
  const row = await finished(stack, await submit(stack, account, shapesDocument(videoSeconds)));
  const bytes = await buffer((await stack.store.get(row.exportKey ?? '')).body);
  const facts: MediaFacts = {
    kind: 'video',
    sha256: createHash('sha256').update(bytes).digest('hex'),
    mimeType: 'video/mp4',
    sizeBytes: bytes.length,
    width: 640,
    height: 360,
    durationSec: videoSeconds,
    fps: 30,
    hasAudio: false,
  };
  const video = await reference(stack, 'video', async (at, owner) =>
    videoDocument(await giveMedia(at, owner, { bytes, facts }), videoSeconds),
  );
  return [shapes, captions, video];
}

async function reference(stack: ChaosStack, name: string, documentFor: Reference['documentFor']): Promise<Reference> {
  const account = await stack.account();
  const row = await finished(stack, await submit(stack, account, await documentFor(stack, account)));
  return { name, sha256: await exportHash(stack, row), documentFor };
}

/** Starts a render of a reference document in a new account, so that no segment is reused. Returns the render's id. */
export async function order(stack: ChaosStack, wanted: Reference): Promise<string> {
  const account = await stack.account();
  return submit(stack, account, await wanted.documentFor(stack, account));
}

/** Continuous load of renders. The output of each render is compared with that of the run without faults. */
export interface Load {
  /**
   * Stops the load, waits for the last renders and returns the counts. Throws on the first render that failed or
   * differs.
   */
  stop(): Promise<LoadFigures>;
}

/** Starts renders continuously, alternating between the references. `abreast` renders run at the same time. */
export function startLoad(stack: ChaosStack, references: readonly Reference[], abreast: number): Load {
  let going = true;
  let submitted = 0;
  let completed = 0;
  let identical = 0;
  const lane = async () => {
    while (going) {
      const wanted = references[submitted % references.length];
      if (wanted === undefined)
        throw new FramemillError('internal_error', 'The list of reference renders is empty. Pass at least one.');
      submitted += 1;
      const row = await finished(stack, await order(stack, wanted));
      completed += 1;
      await compare(stack, row, wanted);
      identical += 1;
    }
  };
  const lanes = Array.from({ length: abreast }, lane);
  // `stop` reports the failure of a lane.
  for (const each of lanes) each.catch(() => undefined);
  return {
    async stop() {
      going = false;
      await Promise.all(lanes);
      return { submitted, completed, identical };
    },
  };
}

/** Compares the file of a render with that of the run without faults. Throws `internal_error` when they differ. */
export async function compare(stack: ChaosStack, row: RenderRow, wanted: Reference): Promise<void> {
  const found = await exportHash(stack, row);
  if (found === wanted.sha256) return;
  throw new FramemillError(
    'internal_error',
    `The file of render ${row.id} of "${wanted.name}" must have the bytes of the undisturbed run, but its sha256 is ` +
      `${found.slice(0, 12)}, not ${wanted.sha256.slice(0, 12)}. Compare both files.`,
  );
}
