import { useState } from 'react';
import { Icon } from '../ui/icon.tsx';
import { type ProjectRecord, posterUrl } from './project-queries.ts';

/** A frame of a project, or a film strip when there is none. */
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
