import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { durationText, sinceText } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { type ProjectRecord, posterUrl } from './project-queries.ts';

/** A project with its picture; leads to the editor. */
export function ProjectCard({ project }: { project: ProjectRecord }) {
  const { id, name, updatedAt, durationSec, clipCount } = project;
  return (
    <li className="group relative">
      <Link className="block rounded-xl" params={{ projectId: id }} to="/projects/$projectId/edit">
        <Poster project={project} />
        <p className="mt-2.5 truncate font-medium group-hover:text-accent">{name}</p>
      </Link>
      <p className="text-[13px] text-soft">
        {clipCount === 0 ? 'Empty' : durationText(durationSec)}, changed {sinceText(updatedAt)}
      </p>
    </li>
  );
}

function Poster({ project }: { project: ProjectRecord }) {
  const [hasFailed, setHasFailed] = useState(false);
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
          onError={() => setHasFailed(true)}
          src={posterUrl(project)}
          width={480}
        />
      )}
    </span>
  );
}
