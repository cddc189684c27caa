import { creditsFor } from '@framemill/api/session-client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usageQuery } from '../../console/console-queries.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { amountText, countText } from '../../ui/format.ts';
import { type GenerationOrder, useGenerations } from './generations.ts';

type Kind = GenerationOrder['kind'];

const KINDS: readonly (readonly [Kind, string])[] = [
  ['image', 'Image'],
  ['speech', 'Speech'],
  ['sticker', 'Sticker'],
  ['video', 'Video'],
];
const RATIOS = ['16:9', '9:16', '1:1', '4:5', '4:3', '21:9'] as const;
const VIDEO_RATIOS = ['16:9', '9:16', '1:1'] as const;

/** Values of all form fields, for all kinds of media together. */
interface Fields {
  text: string;
  ratio: (typeof RATIOS)[number];
  count: number;
  seconds: number;
  voice: string;
  language: string;
}

/** Dialog that generates media and shows the cost in credits. Generation continues after the dialog is closed. */
export function GenerateDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <Dialog
      isOpen={isOpen}
      lead="Credits are charged first and refunded if the generation fails."
      onClose={onClose}
      title="Generate media"
    >
      {isOpen && <GenerateForm onClose={onClose} />}
    </Dialog>
  );
}

function GenerateForm({ onClose }: { onClose(): void }) {
  const begin = useGenerations((state) => state.begin);
  const { data: usage } = useQuery(usageQuery);
  const [kind, setKind] = useState<Kind>('image');
  const [fields, setFields] = useState<Fields>({
    ...{ text: '', ratio: '16:9', count: 1, seconds: 5, voice: '', language: '' },
  });
  const put = (part: Partial<Fields>) => setFields({ ...fields, ...part });
  const order = orderOf(kind, fields);
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        begin(order);
        onClose();
      }}
    >
      <fieldset className="flex gap-1">
        <legend className="sr-only">Type</legend>
        {KINDS.map(([value, name]) => (
          <Button
            aria-pressed={value === kind}
            key={value}
            onClick={() => setKind(value)}
            size="small"
            tone={value === kind ? 'plain' : 'quiet'}
          >
            {name}
          </Button>
        ))}
      </fieldset>
      <TextArea
        autoFocus
        label={kind === 'speech' ? 'Text to speak' : 'Prompt'}
        maxLength={kind === 'speech' ? 5_000 : 2_000}
        onChange={({ target }) => put({ text: target.value })}
        required
        value={fields.text}
      />
      <KindFields fields={fields} kind={kind} put={put} />
      <p className="text-[13px] text-soft" data-testid="generation-price">
        Costs {amountText(priceOf(order), 'credit')}
        {usage && ` of your ${countText(usage.credits.remaining)}`}.
      </p>
      <DialogActions>
        <Button onClick={onClose} tone="quiet">
          Cancel
        </Button>
        <Button disabled={fields.text.trim() === ''} tone="primary" type="submit">
          Generate
        </Button>
      </DialogActions>
    </form>
  );
}

function KindFields({ kind, fields, put }: { kind: Kind; fields: Fields; put(part: Partial<Fields>): void }) {
  const numberField = (label: string, name: 'count' | 'seconds', most: number) => (
    <TextField
      label={label}
      max={most}
      min={1}
      onChange={({ target }) => put({ [name]: Math.round(target.valueAsNumber) || 1 })}
      type="number"
      value={fields[name]}
    />
  );
  if (kind === 'sticker') return null;
  if (kind === 'speech') {
    return (
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label="Voice"
          maxLength={100}
          onChange={({ target }) => put({ voice: target.value })}
          placeholder="Default"
          value={fields.voice}
        />
        <TextField
          label="Language"
          maxLength={12}
          onChange={({ target }) => put({ language: target.value })}
          placeholder="en"
          value={fields.language}
        />
      </div>
    );
  }
  return (
    <div className="grid grid-cols-2 gap-3">
      <SelectField
        label="Aspect ratio"
        onChange={({ target }) => put({ ratio: RATIOS.find((one) => one === target.value) ?? '16:9' })}
        value={fields.ratio}
      >
        {(kind === 'video' ? VIDEO_RATIOS : RATIOS).map((ratio) => (
          <option key={ratio} value={ratio}>
            {ratio}
          </option>
        ))}
      </SelectField>
      {kind === 'image' ? numberField('Number of images', 'count', 4) : numberField('Duration (s)', 'seconds', 10)}
    </div>
  );
}

function orderOf(kind: Kind, { text, ratio, count, seconds, voice, language }: Fields): GenerationOrder {
  switch (kind) {
    case 'image':
      return { kind, body: { prompt: text, aspectRatio: ratio, count } };
    case 'sticker':
      return { kind, body: { prompt: text } };
    case 'speech':
      return { kind, body: { text, ...(voice ? { voice } : {}), ...(language ? { language } : {}) } };
    case 'video': {
      const aspectRatio = VIDEO_RATIOS.find((one) => one === ratio) ?? '16:9';
      return { kind, body: { prompt: text, durationSec: seconds, aspectRatio } };
    }
  }
}

function priceOf({ kind, body }: GenerationOrder): number {
  switch (kind) {
    case 'image':
      return creditsFor.image(body.count ?? 1);
    case 'sticker':
      return creditsFor.sticker();
    case 'speech':
      return creditsFor.speech(body.text);
    case 'video':
      return creditsFor.video(body.durationSec ?? 5);
  }
}
