import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { answerOf } from '../client/answer-of.ts';
import { api } from '../client/api.ts';
import { Spinner } from '../ui/spinner.tsx';
import { TemplateSketch } from './template-sketch.tsx';
import { type Template, templates } from './templates.ts';

/** Ways to begin: each is a list of commands, as any program could send it. */
export function TemplateRow() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: ({ name, commands }: Template) =>
      answerOf(api.POST('/v1/projects', { body: { name, commands: [...commands] } })),
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
      <ul className="-mx-1 flex gap-3 overflow-x-auto px-1 pb-2" tabIndex={0}>
        {templates.map((template) => (
          <li key={template.name}>
            <button
              className="group block w-36 rounded-xl text-left disabled:opacity-50"
              disabled={create.isPending}
              onClick={() => create.mutate(template)}
              type="button"
            >
              <span className="relative grid h-21 place-items-center overflow-hidden rounded-xl border border-line bg-surface transition-colors group-hover:border-line-strong group-hover:bg-raised">
                {create.isPending && create.variables === template ? (
                  <Spinner />
                ) : (
                  <TemplateSketch template={template} />
                )}
              </span>
              <span className="mt-1.5 block truncate font-medium">{template.name}</span>
              <span className="block truncate text-xs text-soft">{template.lead}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
