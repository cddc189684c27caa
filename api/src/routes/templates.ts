import { listVariables as variablesOf } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { IdParams } from '../projects/fields.ts';
import { loadProject } from '../projects/project-store.ts';
import { TemplateRecordSchema, templateRecords } from '../projects/template-record.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Route that lists the project templates: GET /v1/templates. */
export const listTemplates = defineRoute({
  name: 'list-templates',
  method: 'GET',
  path: '/templates',
  access: 'projects.read',
  summary: 'List templates',
  description:
    'Films to begin with, each with a poster and what may be filled in. POST /v1/projects makes a project of one.',
  status: 200,
  answer: Type.Object({ templates: Type.Array(TemplateRecordSchema) }),
  errors: [],
  examples: [{ title: 'All templates' }],
  async handle(_call, { apiHost }) {
    return { templates: templateRecords(apiHost) };
  },
});

/** Route that lists the variables of a project: GET /v1/projects/{id}/variables. */
export const listVariables = defineRoute({
  name: 'list-variables',
  method: 'GET',
  path: '/projects/:id/variables',
  access: 'projects.read',
  summary: 'Variables of a project',
  description:
    'What a render or a preview of the project may be given as `variables`: every `{{name}}` and ' +
    '`{{name|default}}` of its texts, sources, html clips, numbers and colours, in the order of their first use. ' +
    'A number or a colour gets its variable by `updateClip` (`variables` of the clip, by field) or ' +
    '`setProjectSettings` (`backgroundVariable`).',
  params: IdParams,
  status: 200,
  answer: Type.Object({
    variables: Type.Array(
      Type.Object({
        name: Type.String(),
        type: Type.Enum(['text', 'media', 'number', 'color'], {
          description: '`media`: its value names a source, as `src` does. `color`: a CSS colour.',
        }),
        default: Type.Unsafe<string | null>({
          type: ['string', 'null'],
          description: 'What stands where none is given; null: it must be given.',
        }),
        minimum: Type.Optional(Type.Number({ description: 'Of a number: what all its uses take.' })),
        maximum: Type.Optional(Type.Number()),
        isWhole: Type.Optional(Type.Boolean({ description: 'Of a number: only whole ones are taken.' })),
        changesDuration: Type.Optional(
          Type.Boolean({
            description:
              'True: the length of the film depends on it. A clip lasts as long as the media that it names, or ' +
              'plays that at the speed that it says.',
          }),
        ),
        uses: Type.Array(
          Type.Object({
            clipId: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'null: the project itself.' }),
            field: Type.String(),
          }),
        ),
      }),
    ),
  }),
  errors: ['not_found'],
  examples: [{ title: 'All of them' }],
  async handle({ params, caller }, deps) {
    const { document } = await loadProject(deps, caller.accountId, params.id);
    return { variables: variablesOf(document) };
  },
});
