import { setTimeout } from 'node:timers/promises';
import { Type } from '@framemill/timeline/typebox';
import { getRenderReport } from '../../routes/get-render-report.ts';
import { askJson, queryOf } from '../ask-route.ts';
import { defineTool } from '../define-tool.ts';
import { reading } from '../tool.ts';

/** Polling interval while a call waits for a report, in milliseconds. */
const POLL_MS = 1_000;

export const getRenderReportTool = defineTool({
  name: 'get_render_report',
  title: 'What is wrong with a rendered film',
  description:
    'Measures the file of a render: black, frozen and blown out stretches, silence, loudness, missing glyphs, upscaled media, texts that are faint or at the edge, ' +
    'with clip ids and times. `waitSec` waits for it that long.',
  route: getRenderReport,
  scope: 'render.read',
  input: Type.Object({
    renderId: Type.String({ maxLength: 64 }),
    output: Type.Optional(Type.Integer({ minimum: 0, maximum: 9, description: 'Which of several files, default 0.' })),
    waitSec: Type.Optional(Type.Integer({ minimum: 0, maximum: 50, description: 'Default 0.' })),
  }),
  output: getRenderReport.answer,
  annotations: reading,
  async run({ renderId, waitSec = 0, ...query }, context) {
    const url = `/v1/renders/${encodeURIComponent(renderId)}/report${queryOf(query)}`;
    const until = Date.now() + waitSec * 1_000;
    for (;;) {
      const data = await askJson(context, { method: 'GET', url });
      const { status } = data.report as { status: string };
      const isOver = status === 'READY' || status === 'FAILED';
      if (isOver || Date.now() >= until) return { data };
      await setTimeout(POLL_MS);
    }
  },
});
