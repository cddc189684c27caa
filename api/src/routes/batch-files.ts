import { finished, Readable } from 'node:stream';
import type { Database } from '@framemill/infra';
import { Type } from '@framemill/timeline/typebox';
import type { FastifyRequest } from 'fastify';
import { ZipFile } from 'yazl';
import { type BatchItem, batchNotFound, ownBatch, readItems } from '../batches/batch-items.ts';
import { BatchItemSchema, BatchRecordSchema, batchAnswers } from '../batches/batch-schema.ts';
import { safeFileName } from '../files/file-names.ts';
import { type PieceSource, readInPieces } from '../files/read-in-pieces.ts';
import { IdParams } from '../projects/fields.ts';
import { defineRoute } from '../routing/define-route.ts';

const columns = [
  'index',
  'reference',
  'name',
  'status',
  'url',
  'error',
  'renderId',
  'fileSizeBytes',
  'durationSec',
  'files',
] as const;

/** Formats items of a batch as CSV (RFC 4180), with a header row and one row per item. */
function manifestTable(items: readonly BatchItem[]): string {
  const rows = items.map((item) => {
    // Addresses of an item's files, separated by spaces; empty for an item with one file.
    const files = (item.outputs ?? []).flatMap(({ url }) => url ?? []).join(' ');
    return columns.map((column) => cell(column === 'files' ? files : item[column])).join(',');
  });
  return `${[columns.join(','), ...rows].join('\r\n')}\r\n`;
}

/** Formats one CSV cell. Text that a spreadsheet would evaluate as a formula gets a leading apostrophe. */
function cell(value: string | number | null): string {
  if (typeof value === 'number' || value === null) return String(value ?? '');
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Route that lists all items of a batch as JSON or CSV: GET /v1/batches/{id}/manifest. */
export const getBatchManifest = defineRoute({
  name: 'get-batch-manifest',
  method: 'GET',
  path: '/batches/:id/manifest',
  access: 'render.read',
  summary: 'Manifest of a batch',
  description:
    'All items of a batch with the addresses of their files, as JSON or, with `format=csv`, as a table for a ' +
    'spreadsheet.',
  params: IdParams,
  query: Type.Object({ format: Type.Optional(Type.Enum(['json', 'csv'], { description: 'Default json.' })) }),
  status: 200,
  answer: Type.Object({ batch: BatchRecordSchema, items: Type.Array(BatchItemSchema) }),
  otherAnswers: ['text/csv'],
  errors: ['not_found'],
  examples: [{ title: 'As JSON' }, { title: 'As a table', query: { format: 'csv' } }],
  async handle({ params, query, caller, reply }, deps) {
    const row = await ownBatch(deps, caller.accountId, params.id);
    const items = await readItems(deps, row.id, { from: 0, limit: row.total });
    if (query.format === 'csv') {
      const file = `attachment; filename="${row.id}.csv"`;
      return reply.type('text/csv; charset=utf-8').header('content-disposition', file).send(manifestTable(items));
    }
    const [batch] = await batchAnswers(deps, [row]);
    if (!batch) throw batchNotFound();
    return { batch, items };
  },
});

/** Route that streams all files of a batch as a ZIP archive: GET /v1/batches/{id}/archive. */
export const getBatchArchive = defineRoute({
  name: 'get-batch-archive',
  method: 'GET',
  path: '/batches/:id/archive',
  access: 'render.read',
  summary: 'All files of a batch',
  description:
    'The finished files of a batch as one ZIP, each named after its place and reference, with `manifest.csv`. It ' +
    'is made while it is read.',
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

/**
 * Object store from which the files of an archive are read, and the account and request for which the archive is built.
 */
export interface ArchiveSource extends PieceSource {
  readonly database: Database;
  readonly accountId: string;
  readonly request: FastifyRequest;
}

interface FileRow {
  index: number;
  reference: string;
  /** Index of the output file: 0 is the item's main file, higher indexes are its additional outputs. */
  outputIndex: number;
  format: string;
  url: string;
  sizeBytes: bigint;
  completedAt: Date;
}

/**
 * Lists the completed files of a batch as archive entries.
 * The names consist of the item's index and reference, such as `00003-ann.mp4`.
 */
async function archiveEntries(source: ArchiveSource, batchId: string): Promise<ZipEntry[]> {
  const { database, accountId, request } = source;
  const rows = await database.client.$queryRaw<FileRow[]>`
    SELECT i.index, i.reference, f."outputIndex", f.format, f.url, f."fileSizeBytes" AS "sizeBytes", f."completedAt"
    FROM "BatchItem" i JOIN "Render" r ON r.id = i."renderId" JOIN "Render" f ON f.id = r.id OR f."parentId" = r.id
    WHERE i."batchId" = ${batchId} AND r.status = 'COMPLETED' AND f.status = 'COMPLETED' AND f.url LIKE '/exports/%'
      AND f."fileSizeBytes" > 0
    ORDER BY i.index, f."outputIndex"`;
  return rows.map(({ index, reference, outputIndex, format, url, sizeBytes, completedAt }) => {
    const key = url.slice(1);
    const wanted = { key, sizeBytes: Number(sizeBytes), start: 0, end: Number(sizeBytes) - 1 };
    const ending = key.slice(key.lastIndexOf('.'));
    return {
      // The index keeps two outputs of an item with the same format apart.
      name: nameOf(index, reference, outputIndex === 0 ? ending : `.${outputIndex}-${format}${ending}`),
      sizeBytes: Number(sizeBytes),
      modified: completedAt,
      read: () => readInPieces(source, [wanted], request, { accountId, sha256: null }),
    };
  });
}

function nameOf(index: number, reference: string, ending: string): string {
  const known = safeFileName(reference);
  return `${String(index).padStart(5, '0')}${known === '' ? '' : `-${known}`}${ending}`;
}

/** Creates an archive entry whose content is a text, encoded as UTF-8. */
function textEntry(name: string, text: string, modified: Date): ZipEntry {
  const bytes = Buffer.from(text);
  async function* once() {
    yield bytes;
  }
  return { name, sizeBytes: bytes.length, modified, read: async () => once() };
}

/** File to be added to a ZIP archive. */
interface ZipEntry {
  /** Path in the archive, separated by slashes; unique within it. */
  readonly name: string;
  readonly sizeBytes: number;
  readonly modified: Date;
  /** Opens the file when the archive reaches it. The content must have exactly `sizeBytes` bytes. */
  read(): Promise<AsyncIterable<Uint8Array>>;
}

/**
 * Creates a stream of a ZIP archive with uncompressed files, because videos cannot be compressed further.
 * The files are read one after the other while the archive is read, and none is loaded into memory completely. The
 * stream is destroyed with an error when a file cannot be read, or when its size differs.
 */
function zipArchive(entries: Iterable<ZipEntry>): Readable {
  const zip = new ZipFile();
  const archive = new Readable().wrap(zip.outputStream);
  let current: Readable | null = null;
  for (const { name, sizeBytes, modified, read } of entries) {
    zip.addReadStreamLazy(name, { size: sizeBytes, mtime: modified, compress: false }, (give) => {
      read().then(
        (pieces) => {
          current = Readable.from(pieces, { objectMode: false });
          give(null, current);
        },
        (error: unknown) => archive.destroy(error instanceof Error ? error : new Error(String(error))),
      );
    });
  }
  zip.on('error', (error: Error) => archive.destroy(error));
  // The client may disconnect: the file being read must then be closed.
  archive.once('close', () => current?.destroy());
  zip.end();
  return archive;
}
