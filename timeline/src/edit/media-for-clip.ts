import type { ReduceContext } from '../command/command.ts';
import { NAMED_KINDS } from '../command/requirements.ts';
import type { Clip } from '../document/clip.ts';
import { LIMITS } from '../document/limits.ts';
import { shortened } from '../document/storable-text.ts';
import { refuse } from '../errors/framemill-error.ts';
import type { MediaAnalysis, MediaFacts, MediaLookup } from '../media/media-facts.ts';

/** Advice for messages about sources that no clip can show: how each kind of source is used instead. */
const USED_ELSEWHERE: Partial<Record<MediaFacts['kind'], string>> = {
  lut: 'Use the effect "lut" or setColorGrade.',
  subtitle: 'Use importSubtitles.',
  font: 'Use it as the fontFamily of a text.',
  table: 'Use it for the values of a batch of renders.',
};

const SOURCED: ReadonlySet<Clip['type']> = new Set(['video', 'audio', 'image', 'sticker']);

/**
 * Returns the metadata of a source that a clip of `type` can show or play. Throws `invalid_request` for an unknown or
 * unsuitable source.
 */
export function mediaForClip(src: string, type: Clip['type'], media: MediaLookup): MediaFacts {
  if (!SOURCED.has(type))
    throw refuse(`src "${src}" is not allowed: clips of type ${type} do not use media. Leave src out.`);
  const facts = media(src);
  if (!facts) throw refuse(`src "${src}" is not media of this account. Upload it first and use its id or url.`);
  if (type === 'video' && !isMoving(facts)) throw unsuitable(src, type, facts);
  if ((type === 'image' || type === 'sticker') && facts.kind !== 'image') throw unsuitable(src, type, facts);
  if (type === 'audio' && !facts.hasAudio) throw unsuitable(src, type, facts);
  return facts;
}

/** Whether clips of type video show a source: videos and animations. */
export function isMoving(facts: Pick<MediaFacts, 'kind'> | null): boolean {
  return facts?.kind === 'video' || facts?.kind === 'animation';
}

function unsuitable(src: string, type: string, facts: MediaFacts) {
  const elsewhere = USED_ELSEWHERE[facts.kind];
  if (elsewhere) return refuse(`src "${src}" is ${NAMED_KINDS[facts.kind]}, which no clip can show. ${elsewhere}`);
  const own = facts.kind === 'animation' ? 'video' : facts.kind;
  const instead = own === 'video' && type === 'audio' ? 'a source with audio' : `type ${own}`;
  return refuse(`src "${src}" is ${NAMED_KINDS[facts.kind]}, which clips of type ${type} cannot use. Use ${instead}.`);
}

/** Returns the name of a source's media, as a clip's name; '' when it has none. */
export function nameOfMedia(src: string, { mediaName }: Pick<ReduceContext, 'mediaName'>): string {
  return shortened(mediaName?.(src) ?? '', LIMITS.nameLength);
}

/**
 * Returns the audio measurements of a clip's source. Throws `invalid_request` when there are none. The message states
 * whether the source is still being measured.
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
