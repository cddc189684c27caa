import { MOST_SHEET_IMAGES } from '@framemill/compositor/plan';
import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { admit } from '../../limiter/limiter.ts';
import { AtomicSchema, FirstCommandsSchema } from '../../projects/command-batch.ts';
import { loadProject } from '../../projects/project-store.ts';
import { FRAME_BUCKET, renderSheet, requireFrames } from '../../renders/render-frame.ts';
import { previewProject } from '../../routes/previews.ts';
import { ImportBodySchema, importProject } from '../../routes/project-imports.ts';
import { createProject, getProject, listProjects } from '../../routes/projects.ts';
import { askJson, askRoute, frameContent, queryOf } from '../ask-route.ts';
import { PLAYER_URI } from '../player/player-resource.ts';
import { changing, defineTool, reading, type ToolContent, type ToolContext } from '../tool.ts';

export const listProjectsTool = defineTool({
  name: 'list_projects',
  title: 'List projects',
  description: 'The projects of the account, newest first, a page at a time: pass `cursor` from `nextCursor`.',
  route: listProjects,
  scope: 'projects.read',
  input: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Default 50.' })),
    cursor: Type.Optional(Type.String({ maxLength: 500 })),
  }),
  output: listProjects.answer,
  annotations: reading,
  run: async (input, context) => ({
    data: await askJson(context, { method: 'GET', url: `/v1/projects${queryOf(input)}` }),
  }),
});

export const createProjectTool = defineTool({
  name: 'create_project',
  title: 'Create a project',
  description:
    'Makes a project, empty or with commands that are applied at once. Use the other tools to go on with it.',
  route: createProject,
  scope: 'projects.write',
  input: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 200 }),
    commands: Type.Optional(FirstCommandsSchema),
    atomic: AtomicSchema,
    workspaceId: Type.Optional(Type.String({ maxLength: 64 })),
  }),
  output: createProject.answer,
  annotations: changing,
  run: async (body, context) => ({ data: await askJson(context, { method: 'POST', url: '/v1/projects', body }) }),
});

export const importProjectTool = defineTool({
  name: 'import_project',
  title: 'Import a project',
  description:
    'Makes a project of a file of another program: a Shotstack edit, OpenTimelineIO or an EDL. `report` says what ' +
    'is different; `missing` lists media whose clips are placeholders until `replaceMedia`.',
  route: importProject,
  scope: 'projects.write',
  input: ImportBodySchema,
  output: importProject.answer,
  annotations: changing,
  run: async (body, context) => ({
    data: await askJson(context, { method: 'POST', url: '/v1/projects/import', body }),
  }),
});

export const getProjectTool = defineTool({
  name: 'get_project',
  title: 'Read a project',
  description:
    'A project: settings, tracks and a summary of every clip. `view: document` gives the whole document, which ' +
    'is long.',
  route: getProject,
  scope: 'projects.read',
  input: Type.Object({
    projectId: Type.String({ maxLength: 64 }),
    view: Type.Optional(Type.Enum(['summary', 'clips', 'document'], { description: 'Default clips.' })),
  }),
  output: getProject.answer,
  annotations: reading,
  run: async ({ projectId, view }, context) => ({
    data: await askJson(context, {
      method: 'GET',
      url: `/v1/projects/${encodeURIComponent(projectId)}${queryOf({ view })}`,
    }),
  }),
});

/** Maximum number of frames in one answer. A larger answer would use up the rate limit of preview frames at once. */
const MOST_FRAMES = 4;

export const previewProjectTool = defineTool({
  name: 'preview_project',
  title: 'Look at a project',
  description:
    'Facts and layout lint; with `format: sheet` also one small picture of the whole film: frames at the ' +
    'suggested times, or at those ' +
    `of \`at\` (at most ${MOST_SHEET_IMAGES}), in a grid with the seconds below each. With \`at\` alone, frames ` +
    `at these times as pictures of half the size (at most ${MOST_FRAMES}); with \`format: frames\` frames at the ` +
    `suggested times; with \`format: html\` the whole composition as a web page. ${FRAME_BUCKET.limit} frames a ` +
    `minute; a sheet counts as one. \`frameTimes\` says which seconds are shown.`,
  route: previewProject,
  scope: 'render.read',
  input: Type.Object({
    projectId: Type.String({ maxLength: 64 }),
    at: Type.Optional(
      Type.Array(Type.Number({ minimum: 0 }), {
        minItems: 1,
        maxItems: MOST_SHEET_IMAGES,
        description: `Seconds; more than ${MOST_FRAMES} only with \`format: sheet\`.`,
      }),
    ),
    format: Type.Optional(Type.Enum(['facts', 'frames', 'sheet', 'html'], { description: 'Default facts.' })),
  }),
  output: previewProject.answer,
  appUri: PLAYER_URI,
  annotations: reading,
  async run({ projectId, at, format }, context) {
    if (format !== 'sheet' && at !== undefined && at.length > MOST_FRAMES) throw tooManyFrames(at.length);
    const url = `/v1/projects/${encodeURIComponent(projectId)}/preview`;
    const facts = await askJson(context, { method: 'GET', url });
    if (format === 'html') {
      const page = await askRoute(context, { method: 'GET', url: `${url}?format=html` });
      return { data: facts, content: [{ type: 'text', text: page.bytes.toString('utf8') }] };
    }
    const suggested = facts.suggestedPreviewTimes as number[];
    if (format === 'sheet') {
      const { times, content } = await sheetContent(context, projectId, at ?? suggested);
      return { data: { ...facts, frameTimes: times }, content };
    }
    const times = at ?? (format === 'frames' ? suggested.slice(0, MOST_FRAMES) : []);
    const content: ToolContent[] = [];
    for (const time of times) content.push(await frameContent(context, projectId, time));
    return { data: { ...facts, frameTimes: times }, content };
  },
});

/** Renders the contact sheet of a project. Returns no image when there are no times to show. */
async function sheetContent(
  { deps, caller, limiter, signal }: ToolContext,
  projectId: string,
  wanted: readonly number[],
): Promise<{ times: number[]; content: ToolContent[] }> {
  if (wanted.length === 0) return { times: [], content: [] };
  const { document } = await loadProject(deps, caller.accountId, projectId);
  requireFrames(document);
  await admit(limiter, caller.limiterKey, FRAME_BUCKET, deps.metrics);
  const shown = wanted.slice(0, MOST_SHEET_IMAGES);
  const { data, times } = await renderSheet(deps, caller.accountId, document, shown, signal);
  return { times, content: [{ type: 'image', data: data.toString('base64'), mimeType: 'image/jpeg' }] };
}

function tooManyFrames(count: number): FramemillError {
  const message =
    `The argument \`at\` has ${count} times, but at most ${MOST_FRAMES} are allowed. Send fewer, ` +
    `or use \`format: sheet\` for up to ${MOST_SHEET_IMAGES} in one image.`;
  return new FramemillError('invalid_request', message);
}
