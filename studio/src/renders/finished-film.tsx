import { Copyable } from '../ui/copyable.tsx';
import type { RenderRecord } from './render-queries.ts';

/** A finished film with its link; nothing while there is none. */
export function FinishedFilm({ render: { format, url } }: { render: Pick<RenderRecord, 'format' | 'url'> }) {
  if (!url) return null;
  return (
    <>
      {format === 'gif' ? (
        <img alt="The rendered film" className="mx-auto max-h-105 rounded-lg" src={url} />
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: its captions are part of the picture
        <video
          className="mx-auto max-h-105 w-full rounded-lg bg-black"
          controls
          playsInline
          preload="metadata"
          src={`${url}#t=0.5`}
        />
      )}
      <div className="mt-4">
        <Copyable label="Link" text={url} />
        <p className="mt-1.5 text-[13px] text-faint">Whoever has this link can watch the film.</p>
      </div>
    </>
  );
}
