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

/** A CMAF track in two pieces: what a player needs once, and the media. */
export interface Fragment {
  /** `ftyp` and `moov`. Equal for all fragments of a track. */
  readonly init: Buffer;
  /** `moof` and `mdat`. */
  readonly media: Buffer;
}

/**
 * Repackages packets as one CMAF fragment, `shiftSec` later than they say; nothing is encoded. Video packets in decoding order, the first a
 * key frame.
 */
export async function fragmentOf(
  track: InputVideoTrack | InputAudioTrack,
  packets: AsyncIterable<EncodedPacket>,
  shiftSec: number,
): Promise<Fragment> {
  const init: Uint8Array[] = [];
  const media: Uint8Array[] = [];
  const format = new Mp4OutputFormat({
    fastStart: 'fragmented',
    // All in one.
    minimumFragmentDuration: Number.MAX_SAFE_INTEGER,
    onFtyp: (data) => init.push(data.slice()),
    onMoov: (data) => init.push(data.slice()),
    onMoof: (data) => media.push(data.slice()),
    onMdat: (data) => media.push(data.slice()),
  });
  const output = new Output({ format, target: new NullTarget() });
  const add = await addTrack(output, track);
  await output.start();
  for await (const packet of packets) await add(packet.clone({ timestamp: packet.timestamp + shiftSec }));
  await output.finalize();
  return { init: Buffer.concat(init), media: Buffer.concat(media) };
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
