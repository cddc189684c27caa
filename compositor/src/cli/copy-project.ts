import type { Document } from '@framemill/timeline';
import { FramemillError } from '@framemill/timeline/errors';
import type { CopyPlan, OutputProfile } from '../catalog.ts';
import type { ChildResults, RenderChild } from '../child/index.ts';
import type { MediaFiles } from '../media/media-files.ts';

/** Executes a copy plan in one process: mixes the audio if necessary, then muxes it with the source's own packets. */
export async function copyProject(
  plan: CopyPlan,
  project: { document: Document; profile: OutputProfile; media: MediaFiles },
  files: { soundPath: string; outPath: string },
  child: RenderChild,
  onProgress: (done: number) => void,
): Promise<ChildResults['copy']> {
  const source = project.media[plan.src];
  const packets = source?.facts.packets;
  if (!source || !packets) {
    const message = `Stream copy of "${plan.src}" failed: the list of its packets is missing.`;
    throw new FramemillError('internal_error', message);
  }
  const { path } = source;
  if (plan.sound === 'mix') await child.run({ type: 'audio', ...project, outPath: files.soundPath });
  const audio = { copy: path, mix: files.soundPath, none: null }[plan.sound];
  const task = { type: 'copy', source: path, packets, sound: audio, outPath: files.outPath } as const;
  return child.run(task, { onProgress });
}
