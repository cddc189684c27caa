import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { outputProfile } from '../../catalog/index.ts';
import { createRenderer, type Renderer } from '../../render/renderer.ts';
import type { ChildTask } from '../tasks.ts';
import type { Handler } from './handler.ts';

type FrameTask = Extract<ChildTask, { type: 'frame' }>;

// Opening decoders takes longer than the picture; people scrub through one document at a time, sometimes two.
const WARM_RENDERERS = 2;

/** Renders single pictures and keeps the renderers of the last documents warm. */
export function createFrameHandler(): Handler<'frame'> {
  const warm = new Map<string, Renderer>();

  async function rendererFor(task: FrameTask): Promise<{ key: string; renderer: Renderer }> {
    const key = createHash('sha256')
      .update(JSON.stringify([task.document, task.media]))
      .digest('hex');
    const known = warm.get(key);
    // Put last: the first is the one unused for longest.
    warm.delete(key);
    const renderer = known ?? (await open(task));
    warm.set(key, renderer);
    for (const [oldKey, old] of warm) {
      if (warm.size <= WARM_RENDERERS) break;
      old.close();
      warm.delete(oldKey);
    }
    return { key, renderer };
  }

  return {
    type: 'frame',
    async run(task) {
      const { key, renderer } = await rendererFor(task);
      const { data, width, height, timeSec } = await renderer
        .renderFrame(task.atSec, { type: task.image, scale: task.scale })
        .catch((error: unknown) => {
          // What failed once may be left half open: the next picture starts afresh.
          warm.delete(key);
          renderer.close();
          throw error;
        });
      await writeFile(task.outPath, data);
      return { width, height, timeSec, sizeBytes: data.byteLength };
    },
  };
}

function open({ document, media }: FrameTask): Promise<Renderer> {
  const { profile } = outputProfile(document.settings, {
    format: 'mp4',
    quality: 'standard',
    resolution: 'full',
    maxShortSide: null,
    watermark: false,
  });
  return createRenderer({ document, profile, media });
}
