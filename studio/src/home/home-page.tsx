import type { SessionPaths } from '@framemill/api/session-client';
import { queryOptions, useMutation, useQuery, useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { api } from '../client/api.ts';
import { answerOf } from '../client/api-error.ts';
import { amountText } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Spinner } from '../ui/indicators.tsx';
import { Empty, Page } from '../ui/page.tsx';
import { LoadMore } from '../ui/table.tsx';
import { ImportButton } from './import-button.tsx';
import { NewProjectButton } from './new-project-button.tsx';
import { ProjectCard } from './project-card.tsx';
import { projectsQuery } from './project-queries.ts';

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
              placeholder="Search projects"
              type="search"
              value={search}
            />
          </label>
        )}
      </div>
      {projects.length === 0 ? (
        <Empty action={begin} icon="film" title="No projects yet">
          Start from a template above, create an empty project, or import a Shotstack edit, a timeline from another
          editor (OTIO, EDL) or subtitles (SRT, VTT).
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
          No projects match “{search}”{pages.hasNextPage ? ' so far' : ''}.
        </p>
      )}
      <LoadMore {...pages} />
    </Page>
  );
}

type Template =
  SessionPaths['/v1/templates']['get']['responses'][200]['content']['application/json']['templates'][number];

/** Query for the service's templates. They are fetched once, because they change only with the service's version. */
const templatesQuery = queryOptions({
  queryKey: ['templates'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async () => (await answerOf(api.GET('/v1/templates'))).templates,
});

/** Row of templates to create a project from. They are the templates of the public API. */
function TemplateRow() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data: templates = [] } = useQuery(templatesQuery);
  const create = useMutation({
    mutationFn: ({ id, name }: Template) => answerOf(api.POST('/v1/projects', { body: { name, templateId: id } })),
    async onSuccess({ project }) {
      void client.invalidateQueries({ queryKey: ['projects'] });
      await navigate({ to: '/projects/$projectId/edit', params: { projectId: project.id } });
    },
  });
  return (
    <section aria-labelledby="templates" className="mb-8">
      <h2 className="mb-3 font-semibold" id="templates">
        Start from a template
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <ul className="-mx-1 flex min-h-32 gap-3 overflow-x-auto px-1 pb-2" tabIndex={0}>
        {templates.map((template) => (
          <li key={template.id}>
            <button
              className="group block w-36 rounded-xl text-left disabled:opacity-50"
              disabled={create.isPending}
              onClick={() => create.mutate(template)}
              title={template.about}
              type="button"
            >
              <span className="relative grid h-21 place-items-center overflow-hidden rounded-xl border border-line bg-sunken transition-colors group-hover:border-line-strong">
                {create.isPending && create.variables === template ? (
                  <Spinner />
                ) : (
                  <img alt="" className="h-21 w-36 object-contain" height={84} src={template.posterUrl} width={144} />
                )}
              </span>
              <span className="mt-1.5 block truncate font-medium">{template.name}</span>
              <span className="block truncate text-xs text-soft">
                {amountText(template.durationSec, 'second')}, {template.aspectRatio}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
