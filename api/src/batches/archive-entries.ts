import type { Database } from '@framemill/infra';
import type { FastifyRequest } from 'fastify';
import { type PieceSource, readInPieces } from '../files/read-in-pieces.ts';
import { safeFileName } from '../http/safe-file-name.ts';
import type { ZipEntry } from './zip-archive.ts';

/** Source of an archive's files, and the account and request they are read for. */
export interface ArchiveSource extends PieceSource {
  readonly database: Database;
  readonly accountId: string;
  readonly request: FastifyRequest;
}

interface FileRow {
  index: number;
  reference: string;
  /** Index of the output: 0 is the file of the item's own render, higher ones are additional outputs. */
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
export async function archiveEntries(source: ArchiveSource, batchId: string): Promise<ZipEntry[]> {
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
export function textEntry(name: string, text: string, modified: Date): ZipEntry {
  const bytes = Buffer.from(text);
  async function* once() {
    yield bytes;
  }
  return { name, sizeBytes: bytes.length, modified, read: async () => once() };
}
