import { Type } from '@framemill/timeline/typebox';
import { TemplateRecordSchema, templateRecords } from '../projects/template-record.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Route that lists the project templates: GET /v1/templates. */
export const listTemplates = defineRoute({
  name: 'list-templates',
  method: 'GET',
  path: '/templates',
  scope: 'projects.read',
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
