import type { Clip } from '@framemill/timeline';
import { clipTitle } from '../model/editor-store.ts';
import { useEditor } from '../model/use-editor.ts';
import { control, type FieldProps, Row } from './field-row.tsx';
import type { JsonSchema } from './registry.ts';

/** A kind of thing of the project that fields name. */
type ThingKind = 'clip' | 'clips' | 'track' | 'tracks' | 'media' | 'marker' | 'markers' | 'group' | 'effect';

const THINGS: Record<string, ThingKind> = {
  ...{
    clipId: 'clip',
    fromClipId: 'clip',
    clipIds: 'clips',
    toClipIds: 'clips',
    musicClipIds: 'clips',
    speechClipIds: 'clips',
  },
  ...{
    trackId: 'track',
    trackIndex: 'track',
    trackIndices: 'tracks',
    src: 'media',
    markerId: 'marker',
    markerIds: 'markers',
  },
  ...{ groupId: 'group', effectId: 'effect' },
};

/** What of the project a field names, by its name; null for other fields. */
export function thingOf(name: string, schema: JsonSchema): ThingKind | null {
  if (schema.properties) return null;
  return schema['x-source'] === 'font' ? null : (THINGS[name] ?? null);
}

/** A choice among the things of the project: clips, tracks, files, markers, groups, effects. */
export function ThingField(props: FieldProps & { kind: ThingKind }) {
  const { kind, value, onChange, isRequired } = props;
  const document = useEditor((state) => state.document);
  const media = useEditor((state) => state.media);
  const clipOption = (clip: Clip) => ({ value: clip.id, label: `${clipTitle(clip)} (${clip.start.toFixed(1)} s)` });
  const options: { value: string | number; label: string }[] = (() => {
    switch (kind) {
      case 'clip':
      case 'clips':
        return document.clips.slice(0, 500).map(clipOption);
      case 'track':
      case 'tracks':
        return document.tracks.map(({ id, label }) => ({ value: id, label }));
      case 'media':
        return media.map(({ id, name }) => ({ value: id, label: name }));
      case 'marker':
      case 'markers':
        return (document.markers ?? []).map(({ id, label, time }) => ({
          value: id,
          label: `${label ?? 'Marker'} (${time.toFixed(1)} s)`,
        }));
      case 'group':
        return [...new Set(document.clips.flatMap(({ groupId }) => groupId ?? []))].map((id, index) => ({
          value: id,
          label: `Group ${index + 1}`,
        }));
      case 'effect':
        return document.clips.flatMap((clip) =>
          (clip.effects ?? []).map(({ id, type }) => ({ value: id, label: `${type} of ${clipTitle(clip)}` })),
        );
    }
  })();
  const isMany = kind === 'clips' || kind === 'tracks' || kind === 'markers';
  const chosen = isMany ? (Array.isArray(value) ? value.map(String) : []) : value === undefined ? '' : String(value);
  const optionOf = (text: string) => options.find((one) => String(one.value) === text)?.value ?? text;
  return (
    <Row {...props}>
      {(id) => (
        <select
          className={`${control} ${isMany ? 'h-20 py-1' : 'h-7.5'}`}
          id={id}
          multiple={isMany}
          onChange={(event) => {
            const picked = [...event.target.selectedOptions].map((option) => optionOf(option.value));
            if (isMany) onChange(picked.length === 0 ? undefined : picked);
            else onChange(event.target.value === '' ? undefined : picked[0]);
          }}
          value={chosen}
        >
          {!isMany && <option value="">{isRequired ? 'Choose ...' : '–'}</option>}
          {options.map((option) => (
            <option key={option.value} value={String(option.value)}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Row>
  );
}
