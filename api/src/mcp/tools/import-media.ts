import { Type } from '@framemill/timeline/typebox';
import { importMedia } from '../../routes/import-media.ts';
import { askJson } from '../ask-route.ts';
import { defineTool } from '../define-tool.ts';
import { changing } from '../tool.ts';

export const importMediaTool = defineTool({
  name: 'import_media',
  title: 'Import a media file',
  description:
    'Fetches a video, sound, picture, font, subtitle or LUT from a public address. Its id is the `src` of clips.',
  route: importMedia,
  scope: 'media.write',
  input: Type.Object({
    url: Type.String({ minLength: 1, maxLength: 2_000 }),
    name: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  output: importMedia.answer,
  annotations: { ...changing, openWorldHint: true },
  run: async (body, context) => ({ data: await askJson(context, { method: 'POST', url: '/v1/media/import', body }) }),
});
