import type { Clip } from '@framemill/timeline';
import { IconButton } from '../../ui/button.tsx';
import { choiceLabel, inSentence, kindLabel } from '../../ui/labels.ts';
import { clipTitle } from '../model/editor-store.ts';
import { useEditor } from '../model/use-editor.ts';
import { mediaKindsOf, type ThingKind } from './control-kind.ts';
import { control, type FieldProps, Row } from './value-inputs.tsx';

/** Select field for objects of the project: clips, tracks, files, markers, groups, effects or compositions. */
export function ThingField(props: FieldProps & { kind: ThingKind }) {
  const { kind, schema, value, onChange, isRequired } = props;
  const document = useEditor((state) => state.document);
  const media = useEditor((state) => state.media);
  const kinds = mediaKindsOf(schema);
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
        return media
          .filter((record) => kinds.length === 0 || kinds.includes(record.kind ?? ''))
          .map(({ id, name }) => ({ value: id, label: name }));
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
      case 'composition':
        return (document.compositions ?? []).map(({ id, name }) => ({ value: id, label: name }));
      case 'effect':
        return document.clips.flatMap((clip) =>
          (clip.effects ?? []).map(({ id, type }) => ({
            value: id,
            label: `${choiceLabel(type)}, ${clipTitle(clip)}`,
          })),
        );
    }
  })();
  const isEmpty = kind === 'media' && kinds.length === 1 && options.length === 0;
  const emptyLabel = isEmpty
    ? `No ${inSentence(kindLabel(kinds[0] ?? ''))} file in Media`
    : isRequired
      ? 'Choose…'
      : '–';
  const optionOf = (text: string) => options.find((one) => String(one.value) === text)?.value ?? text;
  if (kind === 'clips' || kind === 'tracks' || kind === 'markers') {
    return <ManyField {...props} labels={new Map(options.map((one) => [one.value, one.label]))} />;
  }
  return (
    <Row {...props}>
      {(id) => (
        <select
          className={`${control} h-7.5`}
          id={id}
          onChange={({ target }) => onChange(target.value === '' ? undefined : optionOf(target.value))}
          value={value === undefined ? '' : String(value)}
        >
          <option value="">{emptyLabel}</option>
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

/**
 * Field for several objects, in the order in which they were chosen, because some commands depend on that order.
 * Objects that are not chosen can be added.
 */
function ManyField(props: FieldProps & { labels: ReadonlyMap<string | number, string> }) {
  const { value, onChange, labels } = props;
  const chosen: unknown[] = Array.isArray(value) ? value : [];
  const rest = [...labels].filter(([one]) => !chosen.includes(one));
  const put = (next: unknown[]) => onChange(next.length === 0 ? undefined : next);
  const nameOf = (one: unknown) =>
    (typeof one === 'string' || typeof one === 'number' ? labels.get(one) : null) ?? String(one);
  return (
    <Row {...props}>
      {(id) => (
        <div className="flex min-w-0 flex-col gap-1">
          {chosen.map((one, index) => (
            <span
              className="flex h-7 items-center gap-1 rounded-md bg-hover pl-2 text-[13px]"
              // biome-ignore lint/suspicious/noArrayIndexKey: the same object may be listed twice
              key={index}
            >
              <span className="min-w-0 grow truncate">{nameOf(one)}</span>
              <IconButton
                icon="close"
                label={`Remove ${nameOf(one)}`}
                onClick={() => put(chosen.toSpliced(index, 1))}
                size="small"
              />
            </span>
          ))}
          <select
            className={`${control} h-7.5`}
            id={id}
            onChange={({ target }) =>
              put([...chosen, ...rest.flatMap(([one]) => (String(one) === target.value ? [one] : []))])
            }
            value=""
          >
            <option value="">{chosen.length === 0 ? 'Choose…' : 'Add…'}</option>
            {rest.map(([one, label]) => (
              <option key={one} value={String(one)}>
                {label}
              </option>
            ))}
          </select>
        </div>
      )}
    </Row>
  );
}
