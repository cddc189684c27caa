import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../client/answer-of.ts';
import { api } from '../client/api.ts';
import { Badge } from '../ui/badge.tsx';
import { IconButton } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { bytesText, durationText } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import type { IconName } from '../ui/icons.ts';
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx';
import type { MediaRecord } from './media-queries.ts';

const icons: Record<string, IconName> = {
  video: 'film',
  audio: 'music',
  image: 'image',
  font: 'text',
  subtitle: 'message',
};

/** Card of one media file with its thumbnail or waveform, or an icon when it has neither. */
export function MediaCard({ media, isUsed }: { media: MediaRecord; isUsed: boolean }) {
  const [asks, setAsks] = useState(false);
  const client = useQueryClient();
  const { id, name, kind, status, posterUrl, url, sizeBytes, durationSec, width, height } = media;
  const remove = useMutation({
    mutationFn: () => answerOf(api.DELETE('/v1/media/{id}', { params: { path: { id } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: ['media'] }),
  });
  const frame = posterUrl ?? (kind === 'image' ? url : null);
  return (
    <li>
      <div className="relative grid aspect-video place-items-center overflow-hidden rounded-xl border border-line bg-sunken text-faint">
        {frame ? (
          <img alt="" className="size-full object-contain" height={180} loading="lazy" src={frame} width={320} />
        ) : (
          <Icon name={icons[kind ?? ''] ?? 'folder'} size={26} />
        )}
        {durationSec !== null && (
          <span className="absolute right-1.5 bottom-1.5 rounded bg-black/75 px-1.5 text-xs text-white tabular-nums">
            {durationText(durationSec)}
          </span>
        )}
      </div>
      <div className="mt-1.5 flex items-start gap-1">
        <div className="min-w-0 grow">
          <p className="truncate text-left text-[13px] font-medium" dir="auto" title={name}>
            {name}
          </p>
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-soft">
            {width !== null && `${width}x${height}, `}
            {bytesText(sizeBytes)}
            {isUsed && <Badge tone="accent">used here</Badge>}
            {status === 'FAILED' && <Badge tone="bad">cannot be used</Badge>}
            {status === 'PROCESSING' && <Badge>is looked at</Badge>}
            {status === 'READY' && isPreparing(media) && <Badge tone="info">being prepared</Badge>}
          </p>
        </div>
        <Menu trigger={<IconButton icon="more" label={`More about ${name}`} size="small" />}>
          <MenuItem icon="download" render={<a download href={url} />}>
            Download
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon="trash" isDanger onClick={() => setAsks(true)}>
            Delete
          </MenuItem>
        </Menu>
      </div>
      <Confirm
        action="Delete"
        isOpen={asks}
        onClose={() => setAsks(false)}
        onConfirm={() => remove.mutateAsync()}
        title={`Delete ${name}?`}
      >
        The file is gone then, for good. One that a project uses stays.
      </Confirm>
    </li>
  );
}

function isPreparing({ ingest: { picture: frame, sound: mix } }: MediaRecord): boolean {
  return frame === 'PROCESSING' || mix === 'PROCESSING';
}
