import {
  AV_PIX_FMT_NV12,
  FF_ENCODER_AV1_NVENC,
  FF_ENCODER_AV1_QSV,
  FF_ENCODER_H264_NVENC,
  FF_ENCODER_H264_QSV,
  FF_ENCODER_H264_VIDEOTOOLBOX,
  FF_ENCODER_HEVC_NVENC,
  FF_ENCODER_HEVC_QSV,
  FF_ENCODER_HEVC_VIDEOTOOLBOX,
  type FFEncoderCodec,
} from 'node-av/constants';
import { Codec, CodecContext, Packet, Rational } from 'node-av/lib';
import { quietCodecLog } from '../../media/av-log.ts';
import { createFrame } from '../../media/frame.ts';

/** Encoders of cards and processors that take pictures from memory, of NVIDIA, Intel and Apple. Those of VAAPI want pictures on the card. */
const candidates: readonly FFEncoderCodec[] = [
  FF_ENCODER_H264_NVENC,
  FF_ENCODER_HEVC_NVENC,
  FF_ENCODER_AV1_NVENC,
  FF_ENCODER_H264_QSV,
  FF_ENCODER_HEVC_QSV,
  FF_ENCODER_AV1_QSV,
  FF_ENCODER_H264_VIDEOTOOLBOX,
  FF_ENCODER_HEVC_VIDEOTOOLBOX,
];

// Larger than the least that any of them takes.
const [width, height] = [320, 192];
const pictures = 3;

/** Names of the hardware encoders that work here: each has encoded a few small pictures. A second where there are some, a few milliseconds where there are none. */
export function hardwareEncoders(): string[] {
  quietCodecLog();
  return candidates.filter(encodes).map(String);
}

function encodes(name: FFEncoderCodec): boolean {
  const encoder = Codec.findEncoderByName(name);
  if (!encoder) return false;
  const context = new CodecContext();
  context.allocContext3(encoder);
  const frame = createFrame(width, height, AV_PIX_FMT_NV12);
  const packet = new Packet();
  packet.alloc();
  try {
    context.width = width;
    context.height = height;
    context.pixelFormat = AV_PIX_FMT_NV12;
    context.timeBase = new Rational(1, 30);
    context.framerate = new Rational(30, 1);
    if (context.open2Sync(encoder) < 0) return false;
    for (const plane of frame.data ?? []) plane.fill(128);
    for (let at = 0; at < pictures; at++) {
      frame.pts = BigInt(at);
      if (context.sendFrameSync(frame) < 0) return false;
    }
    context.sendFrameSync(null);
    return context.receivePacketSync(packet) >= 0 && packet.size > 0;
  } finally {
    packet.free();
    frame.free();
    context.freeContext();
  }
}
