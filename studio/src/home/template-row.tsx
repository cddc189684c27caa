import type { SessionPaths } from '@framemill/api/session-client';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { answerOf } from '../client/answer-of.ts';
import { api } from '../client/api.ts';
import { amountText } from '../ui/format.ts';
import { Spinner } from '../ui/spinner.tsx';

type Template =
  SessionPaths['/v1/templates']['get']['responses'][200]['content']['application/json']['templates'][number];

/** Query for the service's templates. They are fetched once, because they change only with the service's version. */
const templatesQuery = queryOptions({
  queryKey: ['templates'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async () => (await answerOf(api.GET('/v1/templates'))).templates,
});

/** Row of templates to create a project from. They are the templates of the public API. */
export function TemplateRow() {
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
        Begin with a template
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
