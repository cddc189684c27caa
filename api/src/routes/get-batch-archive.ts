import { finished } from 'node:stream';
import { Type } from '@framemill/timeline/typebox';
import { archiveEntries, textEntry } from '../batches/archive-entries.ts';
import { ownBatch, readItems } from '../batches/batch-items.ts';
import { manifestTable } from '../batches/manifest-table.ts';
import { zipArchive } from '../batches/zip-archive.ts';
import { IdParams } from '../projects/fields.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Route that streams all files of a batch as a ZIP archive: GET /v1/batches/{id}/archive. */
export const getBatchArchive = defineRoute({
  name: 'get-batch-archive',
  method: 'GET',
  path: '/batches/:id/archive',
  scope: 'render.read',
  summary: 'All files of a batch',
  description:
    'The finished files of a batch as one ZIP, each named after its place and reference, with `manifest.csv`. It is made while it is read.',
  params: IdParams,
  status: 200,
  answer: Type.String(),
  otherAnswers: ['application/zip'],
  errors: ['not_found'],
  examples: [{ title: 'All of them' }],
  waits: () => true,
  async handle({ params, caller, request, reply }, deps) {
    const { id, total } = await ownBatch(deps, caller.accountId, params.id);
    // The lists of a batch's files stay in memory until the archive has been read.
    const share = deps.transfers.answers.open(caller.accountId, 'archive');
    finished(reply.raw, () => share.close());
    const manifest = manifestTable(await readItems(deps, id, { from: 0, limit: total }));
    const files = await archiveEntries({ ...deps, accountId: caller.accountId, request }, id);
    const zip = zipArchive([textEntry('manifest.csv', manifest, new Date()), ...files]);
    const file = `attachment; filename="${id}.zip"`;
    return reply.type('application/zip').header('content-disposition', file).send(zip);
  },
});
