import { useState } from 'react';
import { Icon } from '../ui/icon.tsx';
import { type ProjectRecord, posterUrl } from './project-queries.ts';

/** Frame of a project as a thumbnail; a film icon when the project is empty or the image fails to load. */
export function Poster({ project }: { project: ProjectRecord }) {
  const [failedAt, setFailedAt] = useState<number | null>(null);
  const hasFailed = failedAt === project.rev;
  return (
    <span className="grid aspect-video place-items-center overflow-hidden rounded-xl border border-line bg-sunken text-faint transition-colors group-hover:border-line-strong">
      {project.clipCount === 0 || hasFailed ? (
        <Icon name="film" size={28} />
      ) : (
        <img
          alt=""
          className="size-full object-contain"
          height={270}
          loading="lazy"
          onError={() => setFailedAt(project.rev)}
          src={posterUrl(project)}
          width={480}
        />
      )}
    </span>
  );
}
