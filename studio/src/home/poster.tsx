import { useState } from 'react';
import { Icon } from '../ui/icon.tsx';
import { type ProjectRecord, posterUrl } from './project-queries.ts';

/**
 * Thumbnail of a project, which is one of its frames, as wide as its parent element. Shows a film icon when the project
 * is empty or unknown (`null`), or the image fails to load. `isSmall`: for rows of tables.
 */
export function Poster({ project, isSmall = false }: { project: ProjectRecord | null; isSmall?: boolean }) {
  const [failedAt, setFailedAt] = useState<number | null>(null);
  const hasImage = project !== null && project.clipCount > 0 && failedAt !== project.rev;
  return (
    <span
      className={`grid aspect-video place-items-center overflow-hidden border border-line bg-sunken text-faint transition-colors group-hover:border-line-strong ${isSmall ? 'rounded-md' : 'rounded-xl'}`}
    >
      {hasImage ? (
        <img
          alt=""
          className="size-full object-contain"
          height={270}
          loading="lazy"
          onError={() => setFailedAt(project.rev)}
          src={posterUrl(project)}
          width={480}
        />
      ) : (
        <Icon name="film" size={isSmall ? 16 : 28} />
      )}
    </span>
  );
}
