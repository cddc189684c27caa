import { FramemillError, listVariables, requireNames } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { ADDRESS_SEC, FIXED_BYTES, signPlayerAddress } from '../player/player-addresses.ts';
import { IdParams } from '../projects/fields.ts';
import { findProject, loadProject } from '../projects/project-store.ts';
import { VariableValuesSchema } from '../projects/variable-values.ts';
import { AspectSchema } from '../renders/output-schema.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Route that creates an address for the player: POST /v1/projects/{id}/player-addresses. */
export const createPlayerAddress = defineRoute({
  name: 'create-player-address',
  method: 'POST',
  path: '/projects/:id/player-addresses',
  access: 'render.read',
  summary: 'Create an address for the player',
  description:
    'Creates an address with which anyone who has it can play the project in the element `<framemill-player>`, on a ' +
    'page of any origin, without a render and without a key. See /docs/player. It shows the project as it is at that ' +
    'time, and lets the viewer read its document and its media. Pages may set variables that are not in `variables`, ' +
    'except those that name media. An address cannot be revoked: it ends at `expiresAt`, or when the project is ' +
    'deleted. Media that a player has loaded until then can be read for up to an hour longer.',
  params: IdParams,
  body: Type.Object({
    expiresInSec: Type.Optional(
      Type.Integer({
        minimum: ADDRESS_SEC.least,
        maximum: ADDRESS_SEC.most,
        description: `Lifetime in seconds, up to 30 days. Default ${ADDRESS_SEC.usual}.`,
      }),
    ),
    variables: Type.Optional(VariableValuesSchema),
    aspect: Type.Optional(AspectSchema),
  }),
  status: 200,
  answer: Type.Object({
    url: Type.String({ description: 'For the attribute `src` of the player.' }),
    scriptUrl: Type.String({ description: 'Address of the module that defines the player.' }),
    expiresAt: Type.String({ format: 'date-time' }),
  }),
  errors: ['not_found'],
  examples: [
    { title: 'For an hour', body: {} },
    { title: 'For a day, upright', body: { expiresInSec: 86_400, aspect: '9:16' } },
  ],
  async handle({ params, body, caller }, deps) {
    const { expiresInSec = ADDRESS_SEC.usual, variables = {}, aspect } = body;
    const names = Object.keys(variables);
    const sizeBytes = Buffer.byteLength(JSON.stringify(variables));
    if (sizeBytes > FIXED_BYTES) {
      const message =
        `The values of the variables are too long for an address: ${sizeBytes} bytes of JSON, and ${FIXED_BYTES} are ` +
        'allowed. Make them defaults of the project, or let the page set them.';
      throw new FramemillError('invalid_request', message, { field: 'body.variables' });
    }
    if (names.length === 0) await findProject(deps, caller.accountId, params.id);
    else {
      const { document } = await loadProject(deps, caller.accountId, params.id);
      // Values that are missing here may come from the page.
      requireNames(
        listVariables(document).map((one) => ({ ...one, default: one.default ?? '' })),
        variables,
      );
    }
    const expiresSec = Math.floor(Date.now() / 1_000) + expiresInSec;
    const path = await signPlayerAddress(deps, { projectId: params.id, expiresSec, variables, aspect });
    return {
      url: `${deps.apiHost}${path}`,
      scriptUrl: `${deps.apiHost}/vendor/framemill-player.js`,
      expiresAt: new Date(expiresSec * 1_000).toISOString(),
    };
  },
});
