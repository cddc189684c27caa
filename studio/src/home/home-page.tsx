import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Icon } from '../ui/icon.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { Empty, Page } from '../ui/page.tsx';
import { ImportButton } from './import-button.tsx';
import { NewProjectButton } from './new-project-button.tsx';
import { ProjectCard } from './project-card.tsx';
import { projectsQuery } from './project-queries.ts';
import { TemplateRow } from './template-row.tsx';

/** Start page: all projects, templates, and buttons to import or create a project. */
export function HomePage() {
  const pages = useSuspenseInfiniteQuery(projectsQuery);
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search.trim().toLowerCase());
  const projects = pages.data.pages.flatMap((page) => page.projects);
  const found = projects.filter(({ name, id }) => name.toLowerCase().includes(wanted) || id === wanted);
  const begin = (
    <div className="flex flex-wrap gap-2">
      <ImportButton />
      <NewProjectButton />
    </div>
  );
  return (
    <Page actions={projects.length > 0 && begin} title="Projects">
      <TemplateRow />
      <div className="mb-4 flex items-center gap-3">
        <h2 className="grow font-semibold">{projects.length === 0 ? 'Your projects' : 'All projects'}</h2>
        {projects.length > 0 && (
          <label className="relative">
            <span className="sr-only">Search projects</span>
            <Icon className="absolute top-2.5 left-2.5 text-faint" name="search" size={14} />
            <input
              className="h-8.5 w-56 rounded-lg border border-line-strong bg-sunken pr-3 pl-8 placeholder:text-faint"
              onChange={(event) => setSearch(event.target.value)}
              placeholder="Search"
              type="search"
              value={search}
            />
          </label>
        )}
      </div>
      {projects.length === 0 ? (
        <Empty action={begin} icon="film" title="Your films will stand here">
          Begin with a template above and change its texts, with an empty project, or with a timeline of another editor
          (OTIO, EDL) or subtitles (SRT, VTT).
        </Empty>
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(14rem,1fr))] gap-x-5 gap-y-6">
          {found.map((project) => (
            <ProjectCard key={project.id} project={project} />
          ))}
        </ul>
      )}
      {projects.length > 0 && found.length === 0 && (
        <p className="py-10 text-center text-soft">
          Nothing here is called “{search}”{pages.hasNextPage ? ' so far' : ''}.
        </p>
      )}
      <LoadMore {...pages} />
    </Page>
  );
}
