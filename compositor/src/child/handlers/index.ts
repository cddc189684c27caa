import type { ChildResults, ChildTask } from '../tasks.ts';
import { createFrameHandlers } from './frame.ts';
import { ingestAudio, ingestImages, probe } from './ingest.ts';
import { createSegmentsHandler } from './segments.ts';
import { copy, stitch } from './stitch.ts';

/**
 * Creates a function that runs a task of any type. To add a type, declare it in tasks.ts and add a case here. A case
 * calls the function that does the work, or a handler in this folder for longer work. Code that needs the timeline's
 * schemas is loaded by the first task that uses it. Most processes never run such a task, and without this code they
 * start twice as fast. `hasRoom` returns whether another core is free for this process.
 */
export function createTaskRunner(
  hasRoom: () => boolean,
): (
  task: ChildTask,
  onProgress: (done: number) => void,
  onSeek: () => void,
) => Promise<ChildResults[keyof ChildResults]> {
  const { frame, warmPages } = createFrameHandlers();
  const segments = createSegmentsHandler(hasRoom);
  return async (task, onProgress, onSeek) => {
    switch (task.type) {
      case 'segments':
        return segments.run(task, onProgress, onSeek);
      case 'audio':
        return (await import('../../audio/mix-audio.ts')).mixAudio({ ...task, onProgress });
      case 'stitch':
        return stitch.run(task, onProgress, onSeek);
      case 'copy':
        return copy.run(task, onProgress, onSeek);
      case 'frame':
        return frame.run(task, onProgress, onSeek);
      case 'warm-pages':
        return warmPages.run(task, onProgress, onSeek);
      case 'probe':
        return probe.run(task, onProgress, onSeek);
      case 'ingest-picture':
        return ingestImages.run(task, onProgress, onSeek);
      case 'ingest-sound':
        return ingestAudio.run(task, onProgress, onSeek);
      case 'transcribe':
        return (await import('./analysis.ts')).transcribe.run(task, onProgress, onSeek);
      case 'report':
        return (await import('./analysis.ts')).report.run(task, onProgress, onSeek);
      case 'fingerprint':
        return (await import('./machine.ts')).fingerprint.run(task, onProgress, onSeek);
      case 'licences':
        return (await import('./machine.ts')).licences.run(task, onProgress, onSeek);
      case 'graphics-card':
        return (await import('./machine.ts')).graphicsCard.run(task, onProgress, onSeek);
      case 'browser':
        return (await import('./machine.ts')).browser.run(task, onProgress, onSeek);
    }
  };
}
