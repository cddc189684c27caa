import { Type } from '@framemill/timeline/typebox';
import { batchMsPerUnit } from '../limiter/too-heavy.ts';
import { applyBatch } from '../projects/apply-batch.ts';
import { batchFields, CommandListSchema } from '../projects/command-batch.ts';
import { IdParams } from '../projects/fields.ts';
import { loadProject } from '../projects/project-store.ts';
import { defineRoute } from '../routing/define-route.ts';
import { LONGEST_BODY_BYTES } from '../routing/register-routes.ts';

/** Route that checks commands without saving: POST /v1/projects/{id}/validate. */
export const validateCommands = defineRoute({
  name: 'validate-commands',
  method: 'POST',
  path: '/projects/:id/validate',
  scope: 'projects.read',
  summary: 'Check commands',
  description: 'Runs commands against the real document without saving: are they valid, does the plan allow them.',
  params: IdParams,
  body: Type.Object({ commands: CommandListSchema }),
  bodyLimitBytes: LONGEST_BODY_BYTES,
  msPerUnit: (_query, body) => batchMsPerUnit(body),
  status: 200,
  answer: Type.Object({ valid: Type.Boolean(), ...batchFields }),
  errors: ['not_found'],
  examples: [
    {
      title: 'Check a shape',
      body: {
        commands: [
          {
            op: 'addShapeClip',
            kind: 'circle',
            start: 0,
            duration: 1,
            style: { fill: '#ffcc00', width: 90, height: 90 },
          },
        ],
      },
    },
  ],
  async handle({ params, body, caller }, deps) {
    const { document } = await loadProject(deps, caller.accountId, params.id);
    const { ok, results, blocked, lint } = await applyBatch(deps, caller, document, body.commands);
    return { valid: ok, results, blocked, lint };
  },
});
