import { Type } from '@framemill/timeline/typebox';
import { changesSince } from '../projects/change-journal.ts';
import { ChangeRecordSchema, changeRecords } from '../projects/change-record.ts';
import { IdParams, LARGEST_REV } from '../projects/fields.ts';
import { findProject } from '../projects/project-store.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Route that lists the changes of a project since a revision: GET /v1/projects/{id}/commands. */
export const listCommands = defineRoute({
  name: 'list-commands',
  method: 'GET',
  path: '/projects/:id/commands',
  scope: 'projects.read',
  summary: 'Read what changed since a rev',
  description:
    'Lists the changes after rev `since` in order, each with its commands and what they did: `changes` makes the document of rev - 1 ' +
    'that of rev. Long lists come in parts: ask again with the last `rev` while it is below the `rev` of the answer. `reset`: what changed is no ' +
    'longer known so far back; read the document anew.',
  params: IdParams,
  query: Type.Object({
    since: Type.Optional(
      Type.Integer({ minimum: 1, maximum: LARGEST_REV, description: 'The rev that the caller has (default 1).' }),
    ),
  }),
  status: 200,
  answer: Type.Object({
    rev: Type.Integer({ description: 'The present rev.' }),
    reset: Type.Boolean(),
    entries: Type.Array(ChangeRecordSchema),
  }),
  errors: ['not_found'],
  examples: [{ title: 'Since the beginning', query: { since: 1 } }],
  async handle({ params, query, caller }, deps) {
    const { id, rev } = await findProject(deps, caller.accountId, params.id);
    const stored = await changesSince(deps, id, query.since ?? 1, rev);
    // The list may include changes saved between the two queries.
    const present = Math.max(rev, stored?.at(-1)?.rev ?? 0);
    const entries = await changeRecords(deps, caller.accountId, stored ?? []);
    return { rev: present, reset: stored === null, entries };
  },
});
