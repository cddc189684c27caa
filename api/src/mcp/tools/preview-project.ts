import { Type } from '@framemill/timeline/typebox';
import { previewProject } from '../../routes/preview-project.ts';
import { askJson, askRoute } from '../ask-route.ts';
import { defineTool } from '../define-tool.ts';
import { frameContent } from '../frame-content.ts';
import { PLAYER_URI } from '../player/player-resource.ts';
import { reading, type ToolContent } from '../tool.ts';

/** Frames in one answer: more would use up the limit of frames at once. */
const MOST_FRAMES = 4;

export const previewProjectTool = defineTool({
  name: 'preview_project',
  title: 'Look at a project',
  description:
    'Facts and layout lint; with `at`, frames at these times as pictures (at most 4; 10 a minute); with `format: frames` frames ' +
    'at the suggested times; with `format: html` the whole composition as a web page.',
  scope: 'render.read',
  input: Type.Object({
    projectId: Type.String({ maxLength: 64 }),
    at: Type.Optional(
      Type.Array(Type.Number({ minimum: 0 }), { minItems: 1, maxItems: MOST_FRAMES, description: 'Seconds.' }),
    ),
    format: Type.Optional(Type.Enum(['facts', 'frames', 'html'], { description: 'Default facts.' })),
  }),
  output: previewProject.answer,
  appUri: PLAYER_URI,
  annotations: reading,
  async run({ projectId, at, format }, context) {
    const url = `/v1/projects/${encodeURIComponent(projectId)}/preview`;
    const facts = await askJson(context, { method: 'GET', url });
    if (format === 'html') {
      const page = await askRoute(context, { method: 'GET', url: `${url}?format=html` });
      return { data: facts, content: [{ type: 'text', text: page.bytes.toString('utf8') }] };
    }
    const suggested = facts.suggestedPreviewTimes as number[];
    const times = at ?? (format === 'frames' ? suggested.slice(0, MOST_FRAMES) : []);
    const content: ToolContent[] = [];
    for (const time of times) content.push(await frameContent(context, projectId, time));
    return { data: { ...facts, frameTimes: times }, content };
  },
});
