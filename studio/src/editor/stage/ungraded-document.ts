import { type Clip, type Document, KEYFRAMABLE } from '@framemill/timeline';

/** Properties of a grade that keyframes animate. */
const GRADE_PROPS = ['exposure', 'contrast', 'saturation', 'hue', 'temperature', 'tint'] as const;

/**
 * Returns the document without the grades and effects of some clips, and without the keyframes of their grades; of all
 * clips when `clipIds` is empty. Other clips stay the same objects, and so does a document in which nothing changes.
 */
export function ungradedDocument(document: Document, clipIds: readonly string[]): Document {
  const ids = new Set(clipIds);
  const clips = document.clips.map((clip) => (ids.size === 0 || ids.has(clip.id) ? ungradedClip(clip) : clip));
  return clips.every((clip, index) => clip === document.clips[index]) ? document : { ...document, clips };
}

function ungradedClip(clip: Clip): Clip {
  const fields = ['grade', 'effects', ...GRADE_PROPS.map((prop) => KEYFRAMABLE[prop].field)] as const;
  if (fields.every((field) => clip[field] === undefined)) return clip;
  const bare = { ...clip };
  for (const field of fields) delete bare[field];
  return bare;
}
