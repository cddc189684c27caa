import type { ChildResults, ChildTask } from '../tasks.ts';
import { audio } from './audio.ts';
import { copy } from './copy.ts';
import { fingerprint } from './fingerprint.ts';
import { createFrameHandler } from './frame.ts';
import { ingestPicture } from './ingest-picture.ts';
import { ingestSound } from './ingest-sound.ts';
import { probe } from './probe.ts';
import { createSegmentsHandler } from './segments.ts';
import { stitch } from './stitch.ts';

/** Runs any task. To add a kind: a type in tasks.ts, a file beside this and a case here. */
export function createTaskRunner(): (
  task: ChildTask,
  onProgress: (done: number) => void,
) => Promise<ChildResults[keyof ChildResults]> {
  const frame = createFrameHandler();
  const segments = createSegmentsHandler();
  return (task, onProgress) => {
    switch (task.type) {
      case 'segments':
        return segments.run(task, onProgress);
      case 'audio':
        return audio.run(task, onProgress);
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
        return fingerprint.run(task, onProgress);
    }
  };
}
