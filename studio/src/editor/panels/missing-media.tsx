import type { Clip } from '@framemill/timeline';
import { SelectField } from '../../ui/field.tsx';
import { useActions, useEditor } from '../model/use-editor.ts';

/** Media kinds that a placeholder's clip can show or play, by the type of the clip. */
const SUITABLE: Record<NonNullable<Clip['missing']>['type'], ReadonlySet<string | null>> = {
  video: new Set(['video', 'image']),
  image: new Set(['video', 'image']),
  sticker: new Set(['image']),
  audio: new Set(['audio', 'video']),
};

/** Field of a placeholder of an imported project: the file that takes its place in all clips with the same source. */
export function MissingMedia({ clip, missing }: { clip: Clip; missing: NonNullable<Clip['missing']> }) {
  const media = useEditor((state) => state.media);
  const clips = useEditor((state) => state.document.clips);
  const actions = useActions();
  const suitable = media.filter(({ kind, status }) => status === 'READY' && SUITABLE[missing.type].has(kind));
  const same = clips.filter(
    (one) =>
      one.id === clip.id ||
      (missing.src !== '' && one.missing?.src === missing.src && one.missing.type === missing.type),
  );
  return (
    <SelectField
      help={
        suitable.length === 0
          ? 'This clip is a placeholder. Upload its file in the panel Media, then choose it here.'
          : 'This clip is a placeholder. The file takes its place; timing, motion and effects stay.'
      }
      label="Replace with"
      onChange={({ target }) => {
        const chosen = suitable.find(({ id }) => id === target.value);
        if (!chosen) return;
        actions.run(
          `Put in ${chosen.name}`,
          same.map(({ id }) => ({ op: 'replaceMedia', clipId: id, src: chosen.id })),
        );
      }}
      value=""
    >
      <option value="">Choose a file</option>
      {suitable.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
