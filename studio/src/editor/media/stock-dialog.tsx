import type { SessionPaths } from '@framemill/api/session-client';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../client/api.ts';
import { answerOf, sentenceOf } from '../../client/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { durationText } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/indicators.tsx';
import { LoadMore } from '../../ui/table.tsx';
import type { MediaRecord } from '../model/media.ts';

type StockItem =
  SessionPaths['/v1/stock/search']['get']['responses'][200]['content']['application/json']['results'][number];

const KINDS = [
  ['photo', 'Photos'],
  ['video', 'Videos'],
  ['music', 'Music'],
] as const;

interface StockDialogProps {
  isOpen: boolean;
  onClose(): void;
  /** Called with the media record of the imported stock file. */
  onImported(media: MediaRecord): void;
}

/** Dialog that searches the service's stock libraries. A selected result is imported as media of the account. */
export function StockDialog({ isOpen, onClose, onImported }: StockDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      lead="Uses no credits. Check the licence of each file before you publish."
      onClose={onClose}
      title="Stock media"
      width="wide"
    >
      {isOpen && <StockSearch onImported={onImported} />}
    </Dialog>
  );
}

function StockSearch({ onImported }: Pick<StockDialogProps, 'onImported'>) {
  const [words, setWords] = useState('');
  const [type, setType] = useState<(typeof KINDS)[number][0]>('photo');
  const [asked, setAsked] = useState<{ q: string; type: typeof type } | null>(null);
  const found = useInfiniteQuery({
    queryKey: ['stock', asked],
    enabled: asked !== null,
    retry: false,
    initialPageParam: 1,
    queryFn: ({ pageParam: page }) =>
      answerOf(api.GET('/v1/stock/search', { params: { query: { q: '', ...asked, page } } })),
    getNextPageParam: ({ nextPage }) => nextPage ?? undefined,
  });
  const items = found.data?.pages.flatMap(({ results }) => results) ?? [];
  const search = (event: FormEvent) => {
    event.preventDefault();
    if (words.trim() !== '') setAsked({ q: words.trim(), type });
  };
  return (
    <>
      <form className="flex items-end gap-2" onSubmit={search}>
        <TextField
          autoFocus
          className="grow"
          label="Search"
          maxLength={200}
          onChange={({ target }) => setWords(target.value)}
          required
          type="search"
          value={words}
        />
        <SelectField
          label="Type"
          onChange={({ target }) => setType(KINDS.find(([value]) => value === target.value)?.[0] ?? 'photo')}
          value={type}
        >
          {KINDS.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
        <Button className="h-9" icon="search" isBusy={found.isFetching && items.length === 0} type="submit">
          Search
        </Button>
      </form>
      {found.error && (
        <p className="mt-3 rounded-lg bg-bad-soft p-2 text-[13px] text-bad" role="alert">
          {sentenceOf(found.error)}
        </p>
      )}
      {found.isSuccess && items.length === 0 && <p className="py-8 text-center text-soft">No results.</p>}
      <ul aria-label="Results" className="mt-4 grid grid-cols-3 gap-3">
        {items.map((item) => (
          <li key={`${item.provider} ${item.id}`}>
            <StockCard item={item} onImported={onImported} />
          </li>
        ))}
      </ul>
      <LoadMore {...found} />
    </>
  );
}

function StockCard({ item, onImported }: Pick<StockDialogProps, 'onImported'> & { item: StockItem }) {
  const { title, author, license, provider, previewUrl, durationSec, width, height } = item;
  const bring = useMutation({
    mutationFn: () => answerOf(api.POST('/v1/media/import', { body: { url: item.url, name: title.slice(0, 200) } })),
    onSuccess: ({ media }) => onImported(media),
  });
  return (
    <button
      className="flex w-full flex-col overflow-hidden rounded-lg border border-line bg-raised text-left enabled:hover:border-accent"
      disabled={bring.isPending || bring.isSuccess}
      onClick={() => bring.mutate()}
      type="button"
    >
      <span className="relative grid aspect-video w-full place-items-center bg-sunken text-faint">
        {item.type === 'music' ? (
          <Icon name="music" size={24} />
        ) : (
          <img
            alt=""
            className="size-full object-cover"
            loading="lazy"
            src={`/api/studio/stock/preview?url=${encodeURIComponent(previewUrl)}`}
          />
        )}
        {(bring.isPending || bring.isSuccess) && (
          <span className="absolute inset-0 grid place-items-center bg-black/60 text-white">
            {bring.isPending ? <Spinner /> : <Icon name="check" size={24} />}
          </span>
        )}
      </span>
      <span className="w-full truncate px-2 pt-1 text-[13px]" title={title}>
        {title}
      </span>
      <span className="w-full truncate px-2 pb-1 text-xs text-faint" title={license}>
        {[author, provider, width && height ? `${width}x${height}` : null, durationSec && durationText(durationSec)]
          .filter(Boolean)
          .join(', ')}
      </span>
    </button>
  );
}
