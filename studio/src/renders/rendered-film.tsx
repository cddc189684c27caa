import { useState } from 'react';
import { FinishedFilm } from './finished-film.tsx';
import { isActive, type RenderRecord } from './render-queries.ts';
import { StreamedFilm } from './streamed-film.tsx';

/**
 * Video of a render: the finished part as a stream while it renders, then its file. A stream that is playing when the
 * render ends keeps playing.
 */
export function RenderedFilm({ render }: { render: RenderRecord }) {
  const [isPlaying, setIsPlaying] = useState(false);
  const { streamUrl, status } = render;
  if (streamUrl !== null && (isActive(render) || isPlaying)) {
    return <StreamedFilm onPlaying={setIsPlaying} url={streamUrl} />;
  }
  if (status === 'COMPLETED') return <FinishedFilm render={render} />;
  return <p className="text-[13px] text-soft">{whenSeen(render)}</p>;
}

/** Whether the page shows a video card: the render is active, or it has completed with a file. */
export function hasFilm(render: RenderRecord): boolean {
  return isActive(render) || (render.status === 'COMPLETED' && render.url !== null);
}

/** Returns a sentence that explains when an active render can be watched. */
function whenSeen({ format }: RenderRecord): string {
  return format === 'mp4'
    ? 'The film can be watched here as soon as its beginning and its sound are there.'
    : 'The file can be seen here when all of it is there. An MP4 can be watched while it renders.';
}
