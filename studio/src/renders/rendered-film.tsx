import { useState } from 'react';
import { FinishedFilm } from './finished-film.tsx';
import { isActive, type RenderRecord } from './render-queries.ts';
import { StreamedFilm } from './streamed-film.tsx';

/** The film of a render: as far as it is while it renders, then its file. Who watches when it ends goes on watching. */
export function RenderedFilm({ render }: { render: RenderRecord }) {
  const [isPlaying, setIsPlaying] = useState(false);
  const { streamUrl, status } = render;
  if (streamUrl !== null && (isActive(render) || isPlaying)) {
    return <StreamedFilm onPlaying={setIsPlaying} url={streamUrl} />;
  }
  if (status === 'COMPLETED') return <FinishedFilm render={render} />;
  return <p className="text-[13px] text-soft">{whenSeen(render)}</p>;
}

/** Whether there is anything to say of a render's film: none comes of one that ended otherwise. */
export function hasFilm(render: RenderRecord): boolean {
  return isActive(render) || (render.status === 'COMPLETED' && render.url !== null);
}

/** When a render that has nothing to be played yet can be watched. */
function whenSeen({ format }: RenderRecord): string {
  return format === 'mp4'
    ? 'The film can be watched here as soon as its beginning and its sound are there.'
    : 'The file can be seen here when all of it is there. An MP4 can be watched while it renders.';
}
