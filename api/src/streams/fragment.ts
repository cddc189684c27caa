import {
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedVideoPacketSource,
  type InputAudioTrack,
  type InputVideoTrack,
  Mp4OutputFormat,
  NullTarget,
  Output,
} from 'mediabunny';
import type { AnswerPart, StoredBytes } from '../files/read-in-pieces.ts';
import type { StoredTrack } from './stored-track.ts';

/** CMAF fragment of one track, consisting of its initialisation segment and its media segment. */
export interface Fragment {
  /** Initialisation segment: the boxes `ftyp` and `moov`. It is identical for all fragments of a track. */
  readonly init: Buffer;
  /** Media segment: `moof` and `mdat`. The box headers are in memory; the samples are ranges of stored objects. */
  readonly media: readonly AnswerPart[];
}

/** Size of the header of an `mdat` box, in bytes. */
const MDAT_HEAD = 8;

/**
 * Builds a CMAF fragment from packets of a stored track, without encoding and without reading the samples.
 * The timestamps are shifted by `shiftSec` seconds. Video packets must be in decoding order and start with a key frame.
 * The bytes of `lead` are inserted before the first sample. Throws `RangeError` when the size of a sample differs from
 * that of its packet.
 */
export async function fragmentOf(
  { movie, track, places }: StoredTrack<InputVideoTrack | InputAudioTrack>,
  packets: AsyncIterable<EncodedPacket>,
  { shiftSec, lead = Buffer.alloc(0) }: { shiftSec: number; lead?: Buffer },
): Promise<Fragment> {
  const init: Uint8Array[] = [];
  const heads: Uint8Array[] = [];
  const format = new Mp4OutputFormat({
    fastStart: 'fragmented',
    // All packets go into one fragment.
    minimumFragmentDuration: Number.MAX_SAFE_INTEGER,
    onFtyp: (data) => init.push(data.slice()),
    onMoov: (data) => init.push(data.slice()),
    onMoof: (data) => heads.push(data.slice()),
  });
  const output = new Output({ format, target: new NullTarget() });
  const add = await addTrack(output, track);
  await output.start();
  const spans: StoredBytes[] = [];
  let sampleBytes = 0;
  for await (const packet of packets) {
    const index = packet.sequenceNumber;
    const size = places.sizeOf(index);
    if (size !== packet.byteLength)
      throw new RangeError(`Sample ${index} of ${movie.key} has ${packet.byteLength} bytes, not ${size}.`);
    addSpan(spans, { ...movie, start: places.startOf(index), end: places.startOf(index) + size - 1 });
    const sentBytes = size + (sampleBytes === 0 ? lead.length : 0);
    sampleBytes += sentBytes;
    await add(packet.clone({ timestamp: packet.timestamp + shiftSec, data: placeholder(sentBytes) }));
  }
  await output.finalize();
  if (spans.length === 0) return { init: Buffer.concat(init), media: [] };
  const mdat = Buffer.alloc(MDAT_HEAD);
  mdat.writeUInt32BE(MDAT_HEAD + sampleBytes, 0);
  mdat.write('mdat', 4, 'latin1');
  return { init: Buffer.concat(init), media: [Buffer.concat([...heads, mdat, lead]), ...spans] };
}

let zeros = new Uint8Array(0);

/**
 * Returns a buffer of `size` bytes that takes the place of a packet's data. Only its size is used; its content is never
 * read.
 */
function placeholder(size: number): Uint8Array {
  if (zeros.length < size) zeros = new Uint8Array(2 * size);
  return zeros.subarray(0, size);
}

/** Appends a byte range to a list. A range adjacent to the last one is merged with it. */
function addSpan(spans: StoredBytes[], next: StoredBytes): void {
  const last = spans.at(-1);
  if (last && last.end + 1 === next.start) spans[spans.length - 1] = { ...last, end: next.end };
  else spans.push(next);
}

type Add = (packet: EncodedPacket) => Promise<void>;

async function addTrack(output: Output, track: InputVideoTrack | InputAudioTrack): Promise<Add> {
  if (track.isVideoTrack()) {
    const decoderConfig = await track.getDecoderConfig();
    const source = new EncodedVideoPacketSource('avc');
    output.addVideoTrack(source);
    return (packet) => source.add(packet, decoderConfig === null ? undefined : { decoderConfig });
  }
  const decoderConfig = await track.getDecoderConfig();
  const source = new EncodedAudioPacketSource('aac');
  output.addAudioTrack(source);
  return (packet) => source.add(packet, decoderConfig === null ? undefined : { decoderConfig });
}
