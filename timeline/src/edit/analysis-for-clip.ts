import type { ReduceContext } from '../command/command.ts';
import type { Clip } from '../document/clip.ts';
import { refuse } from '../errors/refuse.ts';
import type { MediaAnalysis } from '../media/media-analysis.ts';

/**
 * Returns the audio measurements of a clip's source. Throws `invalid_request` when there are none, and states whether
 * they are still pending.
 */
export function analysisForClip(clip: Clip, context: ReduceContext): MediaAnalysis {
  const facts = context.media(clip.src);
  if (facts && !facts.hasAudio)
    throw refuse(`Clip "${clip.id}" uses src "${clip.src}", which has no audio. Leave the clip out.`);
  const analysis = context.analysis?.(clip.src) ?? null;
  if (analysis === 'pending') {
    throw refuse(`The audio of src "${clip.src}" (clip "${clip.id}") is still being measured. Try again in a moment.`);
  }
  if (analysis === null) {
    throw refuse(`The audio of src "${clip.src}" (clip "${clip.id}") was not measured. Upload the source again.`);
  }
  return analysis;
}
