import { boxAt, boxesIn } from '../smart/boxes.ts';

/** Properties that a MOV file states about its ProRes frames (QuickTime File Format, SMPTE RDD 36). */
export interface ProresFacts {
  brand: string;
  vendor: string;
  /** Bits for each pixel: 32 with alpha, 24 without. */
  depth: number;
  compressor: string;
  /** Contents of the `colr` atom, with codes of ITU-T H.273. */
  colour: { kind: string; primaries: number; transfer: number; matrix: number };
  /** Value of the `fiel` atom; 1 is progressive. */
  fields: number;
  /** Distinct values in the frame headers. */
  frames: { vendors: string[]; chroma: string[]; interlaced: number[]; colours: string[]; alphaBits: number[] };
}

/** Size in bytes of the fixed fields of a QuickTime sample description. Further atoms follow after them. */
const DESCRIPTION_BYTES = 86;
const chromaNames: Readonly<Record<number, string>> = { 2: '422', 3: '4444' };
const alphaBits: Readonly<Record<number, number>> = { 0: 0, 1: 8, 2: 16 };

/** Reads the ProRes properties of a MOV whose first track is ProRes. */
export function proresFacts(file: Buffer): ProresFacts {
  const entry = boxAt(file, 'moov/trak/mdia/minf/stbl/stsd').subarray(8);
  const atoms = entry.subarray(DESCRIPTION_BYTES, entry.readUInt32BE(0));
  const [colr = Buffer.alloc(10)] = boxesIn(atoms, 'colr');
  const [fiel = Buffer.alloc(2)] = boxesIn(atoms, 'fiel');
  const headers = frameHeaders(boxAt(file, 'mdat'));
  const each = <T>(read: (header: Buffer) => T): T[] => [...new Set(headers.map(read))];
  return {
    brand: boxAt(file, 'ftyp').toString('latin1', 0, 4),
    vendor: entry.toString('latin1', 20, 24),
    depth: entry.readUInt16BE(82),
    compressor: entry.toString('latin1', 51, 51 + (entry[50] ?? 0)),
    colour: {
      kind: colr.toString('latin1', 0, 4),
      primaries: colr.readUInt16BE(4),
      transfer: colr.readUInt16BE(6),
      matrix: colr.readUInt16BE(8),
    },
    fields: fiel[0] ?? 0,
    frames: {
      vendors: each((header) => header.toString('latin1', 4, 8)),
      chroma: each((header) => chromaNames[(header[12] ?? 0) >> 6] ?? 'unknown'),
      interlaced: each((header) => ((header[12] ?? 0) >> 2) & 3),
      colours: each((header) => [header[14], header[15], header[16]].join(' ')),
      alphaBits: each((header) => alphaBits[(header[17] ?? 0) & 15] ?? -1),
    },
  };
}

/** Returns the header of each frame: the bytes after the marker `icpf`. RDD 36, 5.1. */
function frameHeaders(media: Buffer): Buffer[] {
  const headers: Buffer[] = [];
  for (let at = media.indexOf('icpf'); at >= 0; at = media.indexOf('icpf', at + 4)) {
    headers.push(media.subarray(at + 4, at + 4 + 148));
  }
  return headers;
}
