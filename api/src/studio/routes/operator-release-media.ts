import { releaseQuarantine } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { defineConsoleRoute } from '../../console/define-console-route.ts';

/** Route `POST /api/studio/operators/quarantine/release`: removes a media file from quarantine. Admins only. */
export const operatorReleaseMedia = defineConsoleRoute({
  name: 'operator-release-media',
  method: 'POST',
  path: '/api/studio/operators/quarantine/release',
  access: 'admin',
  summary: 'Let renders use a file again, as if it had never failed',
  body: Type.Object({ accountId: Type.String({ maxLength: 64 }), mediaSha256: Type.String({ maxLength: 128 }) }),
  status: 200,
  answer: Type.Object({ released: Type.Literal(true) }),
  errors: ['not_found'],
  examples: [{ title: 'Release', body: { accountId: 'acc_1', mediaSha256: '9f86d081884c7d65' } }],
  async handle({ body: { accountId, mediaSha256 } }, { database }) {
    const which = { accountId: accountId.replaceAll('\0', ''), mediaSha256: mediaSha256.replaceAll('\0', '') };
    if (await releaseQuarantine({ database }, which)) return { released: true as const };
    throw new FramemillError('not_found', 'No such file is in quarantine.');
  },
});
