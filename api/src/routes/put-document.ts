import { isUsable, resolveSources } from '@framemill/scheduler';
import { CLIP_DEFAULTS, createDocument, type Document, defaultSource, FramemillError } from '@framemill/timeline';
import { documentProblems, parseDocument } from '@framemill/timeline/document';
import { Type } from '@framemill/timeline/typebox';
import type { ApiDeps } from '../deps.ts';
import { refuseLarge } from '../limiter/too-heavy.ts';
import { againWhenStale } from '../projects/again-when-stale.ts';
import { BatchIdSchema } from '../projects/command-batch.ts';
import { sourcesOf } from '../projects/command-context.ts';
import { IdParams, LARGEST_REV } from '../projects/fields.ts';
import { loadProject, staleRev } from '../projects/project-store.ts';
import { PastAnswerSchema, savePast } from '../projects/save-past.ts';
import { defineRoute } from '../routing/define-route.ts';
import { LONGEST_BODY_BYTES } from '../routing/register-routes.ts';

/** Maximum attempts when another save comes in between and the request names no `rev`. */
const TRIES = 4;
/** Maximum faults listed in one answer. */
const MOST_FAULTS = 20;

/** Route that replaces the whole document of a project: PUT /v1/projects/{id}/document. */
export const putDocument = defineRoute({
  name: 'put-document',
  method: 'PUT',
  path: '/projects/:id/document',
  scope: 'projects.write',
  summary: 'Replace the document',
  description:
    'Replaces the whole document of a project, for projects that are kept as files. That is a change like others, which can be undone. Its sources must ' +
    'be media of the account that are READY. With `rev` it is refused when the project has changed since. For edits, send commands.',
  params: IdParams,
  body: Type.Object({
    document: Type.Unsafe<unknown>({ type: 'object', description: 'See GET /v1/schema/document.' }),
    rev: Type.Optional(
      Type.Integer({ minimum: 1, maximum: LARGEST_REV, description: 'The rev that the document was made from.' }),
    ),
    batchId: Type.Optional(BatchIdSchema),
  }),
  bodyLimitBytes: LONGEST_BODY_BYTES,
  status: 200,
  answer: PastAnswerSchema,
  errors: ['not_found'],
  conflicts: ['stale_rev'],
  examples: [{ title: 'A document of one clip', body: { document: exampleDocument() } }],
  async handle({ params, body, caller }, deps) {
    if (deps.side.kind === 'main') refuseLarge({ clips: 0, characters: JSON.stringify(body.document).length });
    const document = documentOf(body.document);
    await requireUsable(deps, caller.accountId, document);
    return againWhenStale(body.rev === undefined ? TRIES : 1, async () => {
      const project = await loadProject(deps, caller.accountId, params.id);
      if (body.rev !== undefined && body.rev !== project.row.rev) throw staleRev(project.row.rev);
      return savePast(deps, caller, project, { batchId: body.batchId }, async () => document);
    });
  },
});

/** Builds an example document with one clip: a circle shown for three seconds. */
function exampleDocument(): Document {
  const shape = { kind: 'circle', fill: '#ffb765', width: 400, height: 400 } as const;
  const times = { start: 0, duration: 3, mediaDuration: 3 };
  const circle = { ...CLIP_DEFAULTS, ...times, id: 'circle', type: 'shape', trackIndex: 1, shape } as const;
  return { ...createDocument({ name: 'From a file' }), clips: [circle] };
}

/** Checks and parses a document. Throws `invalid_request` that lists its faults, at most 20. */
function documentOf(value: unknown): Document {
  const problems = documentProblems(value, MOST_FAULTS);
  const [first] = problems;
  if (first === undefined) return parseDocument(value);
  throw new FramemillError('invalid_request', `${first.path}: ${first.message}`, {
    field: fieldAt(first.path),
    problems: problems.map(({ path, message }) => ({ field: fieldAt(path), message })),
  });
}

/**
 * Converts a path in the document to the field of the request body: `clips[0].start` becomes
 * `body.document.clips.0.start`.
 */
function fieldAt(path: string): string {
  return `body.document.${path.replaceAll(/\[(\d+)\]/g, '.$1')}`;
}

async function requireUsable(deps: ApiDeps, accountId: string, document: Document): Promise<void> {
  const named = sourcesOf(document)
    .map(defaultSource)
    .filter((src) => src !== '');
  const found = await resolveSources(deps, accountId, named);
  const faults = [...found].flatMap(([src, source]) => (isUsable(source) ? [] : [{ src, problem: source.problem }]));
  const [first] = faults;
  if (first === undefined) return;
  throw new FramemillError('invalid_request', `The source "${first.src}" cannot be used: ${first.problem}.`, {
    field: 'body.document',
    problems: faults.slice(0, MOST_FAULTS),
  });
}
