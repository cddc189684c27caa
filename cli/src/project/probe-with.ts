import { type Reading, type RenderChild, RenderChildEnded } from '@framemill/compositor/child';
import type { MediaFacts } from '@framemill/timeline';
import { FramemillError } from '@framemill/timeline/errors';

/** Queue of one render process, which probes files one after the other. */
interface ProbeLine {
  child: RenderChild;
  /** Resolves when the previous probe has ended, successfully or not. */
  last: Promise<unknown>;
  /** File that crashed the process; null while the process is running. */
  endedOn: string | null;
}

/**
 * Returns a function that probes files with several processes, each of which probes one file at a time. When a file
 * crashes a process, the function throws `invalid_request` for this file, and for all later files of the same process,
 * which are not read.
 */
export function probeWith(children: readonly RenderChild[], reading: Reading): (path: string) => Promise<MediaFacts> {
  const lines = children.map((child): ProbeLine => ({ child, last: Promise.resolve(), endedOn: null }));
  let turn = 0;
  return (path) => {
    const line = lines[turn++ % lines.length];
    if (!line) throw new Error('There is no render process to probe the sources.');
    const facts = line.last.then(() => probe(line, path, reading));
    line.last = facts.catch(() => undefined);
    return facts;
  };
}

async function probe(line: ProbeLine, path: string, reading: Reading): Promise<MediaFacts> {
  try {
    return await line.child.run({ type: 'probe', path, reading });
  } catch (cause) {
    if (!(cause instanceof RenderChildEnded)) throw cause;
    const message =
      line.endedOn === null
        ? `Reading ${path} crashed the render process (${howItEnded(cause)}). Convert it again, or use another file.`
        : `${path} was not read, because ${line.endedOn} crashed the render process. Replace that file first.`;
    line.endedOn ??= path;
    throw new FramemillError('invalid_request', message, {}, { cause });
  }
}

function howItEnded({ exit }: RenderChildEnded): string {
  return exit.signal ?? `exit code ${exit.code}`;
}
