import { Type } from '@framemill/timeline/typebox';
import { IdParams } from '../projects/fields.ts';
import { renderReport } from '../renders/render-report.ts';
import { RenderReportSchema } from '../renders/report-schema.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Route that returns the quality report of a render: GET /v1/renders/{id}/report. */
export const getRenderReport = defineRoute({
  name: 'get-render-report',
  method: 'GET',
  path: '/renders/:id/report',
  scope: 'render.read',
  summary: 'Quality report of a render',
  description:
    'What was measured and found in a finished file: black, frozen and blown out stretches, silence, loudness, true peak, the offset of sound and picture, ' +
    'missing glyphs, upscaled media, texts that are faint or at the edge, bitrate, size and times. A render without `qc` is measured when its report is ' +
    'asked for first: poll until `status` is READY. A frozen or blown out picture counts where a video plays; contrast where a text stands on one colour; ' +
    'texts of html clips are not looked into. Reports are kept for a month.',
  params: IdParams,
  query: Type.Object({
    output: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 9,
        description: 'Which file of a render with several `outputs`; default 0.',
      }),
    ),
  }),
  status: 200,
  answer: Type.Object({ report: RenderReportSchema }),
  errors: ['not_found'],
  examples: [{ title: 'The report' }, { title: 'Of its first file', query: { output: 0 } }],
  async handle({ params, query, caller }, deps) {
    const { output = 0 } = query;
    return { report: await renderReport(deps, { accountId: caller.accountId, renderId: params.id, output }) };
  },
});
