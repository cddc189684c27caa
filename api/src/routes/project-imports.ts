import { hasFeature } from '@framemill/scheduler';
import { createDocument, FramemillError, importProject as readProject } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { requireLight } from '../limiter/cost-limits.ts';
import { layoutFacts } from '../projects/apply-batch.ts';
import { LintSchema } from '../projects/command-batch.ts';
import { commandContext } from '../projects/command-context.ts';
import { NameSchema, WorkspaceIdSchema } from '../projects/fields.ts';
import { ProjectRecordSchema, projectSummary } from '../projects/project-record.ts';
import { checkProjectQuota, insertProject } from '../projects/project-store.ts';
import { checkWorkspace } from '../projects/workspace-record.ts';
import { defineRoute } from '../routing/define-route.ts';
import { LONGEST_BODY_BYTES } from '../routing/register-routes.ts';

const nullableText = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description });

const ImportRowSchema = Type.Object(
  {
    path: Type.String({ description: 'Path in the file: `timeline.tracks[0].clips[2].effect`.' }),
    what: Type.String({ description: 'The value in the file, shortened.' }),
    why: Type.String(),
    substitute: nullableText('What the project has instead, or how to get it.'),
  },
  { title: 'ImportRow' },
);

const MissingMediaSchema = Type.Object(
  {
    src: Type.String({ description: 'Source in the file. Empty for media that another service would generate.' }),
    type: Type.Enum(['video', 'image', 'audio', 'sticker']),
    name: Type.String(),
    clipIds: Type.Array(Type.String(), { description: 'Their placeholders. `replaceMedia` puts media into each.' }),
  },
  { title: 'MissingMedia' },
);

const RenderSettingsSchema = Type.Object(
  {
    format: Type.String(),
    quality: Type.Optional(Type.Enum(['draft', 'standard', 'high'])),
    atSec: Type.Optional(Type.Number()),
  },
  { title: 'ImportedRender' },
);

/** Schema of the body of an import: the file, and the media that it needs. */
export const ImportBodySchema = Type.Object({
  file: Type.Union([Type.String({ minLength: 1 }), Type.Object({}, { additionalProperties: true })], {
    description: 'The file as text, or its JSON as it is.',
  }),
  name: Type.Optional(NameSchema),
  mediaMap: Type.Optional(
    Type.Record(Type.String({ maxLength: 2_048 }), Type.String({ maxLength: 2_048 }), {
      maxProperties: 10_000,
      description: 'Media ids by the URL, path or file name that the file has for them.',
    }),
  ),
  workspaceId: Type.Optional(WorkspaceIdSchema),
});

/** Route that creates a project from a file of another program: POST /v1/projects/import. */
export const importProject = defineRoute({
  name: 'import-project',
  method: 'POST',
  path: '/projects/import',
  access: 'projects.write',
  summary: 'Import a project from another program',
  description:
    'Creates a project from a Shotstack edit, OpenTimelineIO or a CMX3600 edit decision list; the format is ' +
    'recognised. `report` has a row for each thing of the file that the project does not have or has in another ' +
    'form. Media that `mediaMap` does not have become placeholders of the right length, listed in `missing`; ' +
    '`replaceMedia` puts them in. OpenTimelineIO and edit decision lists need a plan with `importTimeline`.',
  body: ImportBodySchema,
  bodyLimitBytes: LONGEST_BODY_BYTES,
  status: 201,
  answer: Type.Object({
    hint: Type.String(),
    project: ProjectRecordSchema,
    format: Type.Enum(['shotstack', 'otio', 'edl'], { description: 'Format of the file.' }),
    report: Type.Array(ImportRowSchema),
    missing: Type.Array(MissingMediaSchema),
    render: Type.Unsafe<{ format: string; quality?: 'draft' | 'standard' | 'high'; atSec?: number } | null>({
      anyOf: [RenderSettingsSchema, { type: 'null' }],
      description: 'Fields for POST /v1/renders that the output of the file corresponds to.',
    }),
    lint: Type.Array(LintSchema, { maxItems: 10 }),
    suggestedPreviewTimes: Type.Array(Type.Number()),
  }),
  errors: ['quota_exceeded', 'not_found', 'plan_required'],
  examples: [
    {
      title: 'A Shotstack edit with a title',
      body: {
        file: {
          timeline: {
            background: '#101820',
            tracks: [
              {
                clips: [
                  {
                    asset: { type: 'rich-text', text: 'Hello {{ WHO }}', font: { size: 80, color: '#ffffff' } },
                    start: 0,
                    length: 3,
                    transition: { in: 'fade' },
                  },
                ],
              },
            ],
          },
          output: { format: 'mp4', resolution: 'hd' },
          merge: [{ find: 'WHO', replace: 'Ana' }],
        },
      },
    },
  ],
  async handle({ body, caller }, deps) {
    await checkWorkspace(deps, caller.accountId, body.workspaceId);
    await checkProjectQuota(deps, caller);
    const { file, mediaMap = {}, name = 'Imported' } = body;
    // As a command that reads subtitles: the context then has the facts and the texts of all media that are named.
    const command = { op: 'importSubtitles', file, mediaMap };
    const context = await commandContext(deps, caller, createDocument(), [command]);
    const { mediaName = () => null, subtitles } = context;
    const imported = readProject(file, name, {
      ...{ newId: context.newId, catalogue: context.catalogue, media: context.media, mediaName, mediaMap },
      ...(subtitles ? { subtitles } : {}),
    });
    const { format, report, missing, render } = imported;
    if (format !== 'shotstack' && !hasFeature(caller.plan, 'gated_ops')) {
      const message = `The import of this format is not part of the plan ${caller.plan.id}. Move to a larger plan.`;
      throw new FramemillError('plan_required', message, { feature: 'gated_ops', plan: caller.plan.id });
    }
    const document = body.name === undefined ? imported.document : named(imported.document, body.name);
    requireLight(deps, { clips: document.clips.length });
    const facts = await layoutFacts(deps, caller, document, context);
    const row = await insertProject(deps, caller, document, body.workspaceId ?? null);
    const hint = importedHint(row.id, { reported: report.length, missing: missing.length });
    return { hint, project: projectSummary(row, document), format, report, missing, render, ...facts };
  },
});

function named<Doc extends { settings: { name: string } }>(document: Doc, name: string): Doc {
  return { ...document, settings: { ...document.settings, name } };
}

function importedHint(id: string, { reported, missing }: { reported: number; missing: number }): string {
  const look = `Look at a frame with GET /v1/projects/${id}/preview.`;
  const rows = reported > 0 ? ` See report for what is different (${reported}).` : '';
  const media = missing > 0 ? ` Media are missing (${missing}): send replaceMedia for the clips of each.` : '';
  return `Imported.${rows}${media} ${look}`;
}
