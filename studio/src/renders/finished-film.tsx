import { formatFacts, formats } from '@framemill/compositor/formats';
import { Copyable } from '../ui/copyable.tsx';
import type { RenderRecord } from './render-queries.ts';

/** Player or image of a finished render with its link. Renders nothing while the render has no URL. */
export function FinishedFilm({ render: { format, url } }: { render: Pick<RenderRecord, 'format' | 'url'> }) {
  if (!url) return null;
  return (
    <>
      <Shown format={format} url={url} />
      <div className="mt-4">
        <Copyable label="Link" text={url} />
        <p className="mt-1.5 text-[13px] text-faint">Whoever has this link can see it.</p>
      </div>
    </>
  );
}

function Shown({ format, url }: { format: string; url: string }) {
  const known = formats.find((one) => one === format);
  const { assembly, mimeType } = formatFacts(known ?? 'mp4');
  if (mimeType === 'application/zip') return <p className="text-soft">It is an archive: download it.</p>;
  if (assembly === 'sound') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: it is the audio track of a video
      <audio className="w-full" controls preload="metadata" src={url} />
    );
  }
  if (assembly !== 'film') return <img alt="What was rendered" className="mx-auto max-h-105 rounded-lg" src={url} />;
  return (
    // biome-ignore lint/a11y/useMediaCaption: captions are burned into the frames
    <video
      className="mx-auto max-h-105 w-full rounded-lg bg-black"
      controls
      playsInline
      preload="metadata"
      src={`${url}#t=0.5`}
    />
  );
}
