import type { Database } from '@framemill/infra';
import type { FastifyRequest } from 'fastify';
import { type PieceSource, readInPieces } from '../files/read-in-pieces.ts';
import { safeFileName } from '../http/safe-file-name.ts';
import type { ZipEntry } from './zip-archive.ts';

/** Where files of an archive are read from, and for whom. */
export interface ArchiveSource extends PieceSource {
  readonly database: Database;
  readonly accountId: string;
  readonly request: FastifyRequest;
}

interface FileRow {
  index: number;
  reference: string;
  /** 0: the file of the item's render itself; others are further ones. */
  outputIndex: number;
  format: string;
  url: string;
  sizeBytes: bigint;
  completedAt: Date;
}

/** The finished files of a batch, named after the items' references and their places: `00003-ann.mp4`. */
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
      // Two outputs of an item may have one format.
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

/** A text as a file of an archive. */
export function textEntry(name: string, text: string, modified: Date): ZipEntry {
  const bytes = Buffer.from(text);
  async function* once() {
    yield bytes;
  }
  return { name, sizeBytes: bytes.length, modified, read: async () => once() };
}
