import { setTimeout } from 'node:timers/promises';
import { Type } from '@framemill/timeline/typebox';
import { contentTypeOf } from '../../files/content-type.ts';
import { getRender } from '../../routes/get-render.ts';
import { askJson } from '../ask-route.ts';
import { defineTool } from '../define-tool.ts';
import { reading } from '../tool.ts';

/** Polling interval while a call waits for a render, in milliseconds. */
const POLL_MS = 1_000;

interface Render {
  status: string;
  progress: number;
  url: string | null;
}

export const getRenderTool = defineTool({
  name: 'get_render',
  title: 'A render and its file',
  description:
    'How a render stands; when it is COMPLETED, a link to the file. `deliveries` tells whether its files are at the `destination`. `waitSec` waits for its end that long, and tells the progress meanwhile.',
  route: getRender,
  scope: 'render.read',
  input: Type.Object({
    renderId: Type.String({ maxLength: 64 }),
    waitSec: Type.Optional(Type.Integer({ minimum: 0, maximum: 50, description: 'Default 0.' })),
  }),
  output: getRender.answer,
  annotations: reading,
  async run({ renderId, waitSec = 0 }, context) {
    const url = `/v1/renders/${encodeURIComponent(renderId)}`;
    const until = Date.now() + waitSec * 1_000;
    for (;;) {
      const data = await askJson(context, { method: 'GET', url });
      const { status, progress, url: file } = data.render as Render;
      await context.progress(progress, 100, status);
      const isOver = status !== 'PENDING' && status !== 'PROCESSING';
      if (!isOver && Date.now() < until) {
        await setTimeout(POLL_MS);
        continue;
      }
      if (file === null) return { data };
      const address = new URL(file, context.deps.apiHost).href;
      const mimeType = contentTypeOf(file) ?? 'application/octet-stream';
      const name = file.split('/').at(-1) ?? 'film';
      return {
        data: { ...data, fileUrl: address },
        content: [{ type: 'resource_link', uri: address, name, mimeType }],
      };
    }
  },
});
