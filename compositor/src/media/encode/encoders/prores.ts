import { AV_PIX_FMT_YUVA444P10LE, AV_PIX_FMT_YUVA444P12LE, FF_ENCODER_PRORES_KS } from 'node-av/constants';
import type { VideoCodec } from './video-codec.ts';

/** ProRes 4444 with 16 bits of alpha for MOV, tagged as by Apple's own encoder (`ap4h`, vendor `apl0`). */
export const prores: VideoCodec = {
  coding: 'prores',
  encoder: FF_ENCODER_PRORES_KS,
  codecName: 'prores',
  pixelFormat: AV_PIX_FMT_YUVA444P10LE,
  decodedFormat: AV_PIX_FMT_YUVA444P12LE,
  muxer: 'mov',
  tag: 'ap4h',
  isIntra: true,
  options: () => ({ profile: '4444', vendor: 'apl0', alpha_bits: '16' }),
};
