import type { ChildResults, ChildTask } from '../tasks.ts';
import { copy } from './copy.ts';
import { createFrameHandler } from './frame.ts';
import { ingestPicture } from './ingest-picture.ts';
import { ingestSound } from './ingest-sound.ts';
import { probe } from './probe.ts';
import { createSegmentsHandler } from './segments.ts';
import { stitch } from './stitch.ts';

/**
 * Runs any task. To add a kind: a type in tasks.ts, a file beside this and a case here. What needs the timeline's schemas
 * is loaded by its first task: most processes never run one, and start in half the time without.
 */
export function createTaskRunner(): (
  task: ChildTask,
  onProgress: (done: number) => void,
) => Promise<ChildResults[keyof ChildResults]> {
  const frame = createFrameHandler();
  const segments = createSegmentsHandler();
  return async (task, onProgress) => {
    switch (task.type) {
      case 'segments':
        return segments.run(task, onProgress);
      case 'audio':
        return (await import('./audio.ts')).audio.run(task, onProgress);
      case 'stitch':
        return stitch.run(task, onProgress);
      case 'copy':
        return copy.run(task, onProgress);
      case 'frame':
        return frame.run(task, onProgress);
      case 'probe':
        return probe.run(task, onProgress);
      case 'ingest-picture':
        return ingestPicture.run(task, onProgress);
      case 'ingest-sound':
        return ingestSound.run(task, onProgress);
      case 'fingerprint':
        return (await import('./fingerprint.ts')).fingerprint.run(task, onProgress);
      case 'licences':
        return (await import('./licences.ts')).licences.run(task, onProgress);
      case 'browser':
        return (await import('./browser.ts')).browser.run(task, onProgress);
    }
  };
}
