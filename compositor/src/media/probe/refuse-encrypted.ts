import { FramemillError } from '@framemill/timeline/rendering';
import { AV_PKT_DATA_ENCRYPTION_INFO, AV_PKT_DATA_ENCRYPTION_INIT_INFO } from 'node-av/constants';
import { Packet, type Stream } from 'node-av/lib';
import { openInput, THIS_FILE } from '../open-input.ts';

/** Maximum number of packets that are read to find the first one of each stream. */
const MOST_PACKETS = 200;

/**
 * Throws `invalid_request` when the first packet of a file's video or audio is encrypted (common encryption in MP4,
 * Matroska's own). Decoders return noise or nothing for such packets and report a damaged file. Reads the index and a
 * few packets.
 */
export function refuseEncrypted(path: string): void {
  const input = openInput(path, THIS_FILE, { analyze: false });
  const packet = new Packet();
  packet.alloc();
  const waiting = new Set([input.video, input.audio].flatMap((stream) => (stream ? [stream.index] : [])));
  try {
    if ([input.video, input.audio].some((stream) => stream && hasKeySystem(stream))) throw encrypted();
    for (let read = 0; read < MOST_PACKETS && waiting.size > 0; read++) {
      if (input.format.readFrameSync(packet) < 0) return;
      const isFirst = waiting.delete(packet.streamIndex);
      const isEncrypted = isFirst && packet.getSideData(AV_PKT_DATA_ENCRYPTION_INFO) !== null;
      packet.unref();
      if (isEncrypted) throw encrypted();
    }
  } finally {
    packet.free();
    input.close();
  }
}

function hasKeySystem({ codecpar }: Stream): boolean {
  return codecpar.getCodedSideData(AV_PKT_DATA_ENCRYPTION_INIT_INFO) !== null;
}

function encrypted(): FramemillError {
  return new FramemillError(
    'invalid_request',
    `${THIS_FILE} is encrypted (CENC) and cannot be decoded without its key. Export it without protection.`,
  );
}
