import { Type } from '@framemill/timeline/typebox';
import { newId } from '../ids.ts';
import { NameSchema } from '../projects/fields.ts';
import { defineRoute } from '../routing/define-route.ts';
import { WorkspaceRecordSchema, withProjectCount, workspaceRecord } from '../workspaces/workspace-record.ts';

/** Route that creates a workspace: POST /v1/workspaces. */
export const createWorkspace = defineRoute({
  name: 'create-workspace',
  method: 'POST',
  path: '/workspaces',
  scope: 'projects.write',
  summary: 'Create a workspace',
  description: 'Creates a workspace: a folder of projects. A project is in one workspace or in none.',
  body: Type.Object({ name: NameSchema }),
  status: 201,
  answer: Type.Object({ workspace: WorkspaceRecordSchema }),
  errors: [],
  examples: [{ title: 'For a campaign', body: { name: 'Spring campaign' } }],
  async handle({ body, caller }, { database }) {
    const data = { id: newId('wsp'), accountId: caller.accountId, name: body.name };
    const row = await database.client.workspace.create({ data, include: withProjectCount });
    return { workspace: workspaceRecord(row) };
  },
});
