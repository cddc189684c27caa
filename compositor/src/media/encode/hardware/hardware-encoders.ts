import {
  FF_ENCODER_H264_NVENC,
  FF_ENCODER_H264_QSV,
  FF_ENCODER_H264_VAAPI,
  type FFEncoderCodec,
} from 'node-av/constants';
import type { Format, Quality } from '../../../formats/output-formats.ts';
import type { EncoderInputKind } from '../encoder-input.ts';

/** Encoder of a GPU or of a processor's media unit that can replace a format's software encoder. */
export interface HardwareEncoder {
  /** Name in the codec library. */
  readonly name: FFEncoderCodec;
  readonly format: Format;
  readonly input: EncoderInputKind;
  /** Option that sets the quality: integers, lower is better. */
  readonly level: { readonly option: string; readonly best: number; readonly worst: number };
  /** Other encoder options: one closed GOP, quality by level, no bit rate. */
  readonly options: Readonly<Record<string, string>>;
}

/**
 * Supported hardware encoders, in order of preference. To add one: add an entry here, then run `npm run calibrate` on a
 * machine that has it.
 */
export const hardwareEncoders: readonly HardwareEncoder[] = [
  {
    name: FF_ENCODER_H264_NVENC,
    format: 'mp4',
    input: 'planar',
    level: { option: 'cq', best: 12, worst: 42 },
    options: {
      ...{ preset: 'p5', tune: 'hq', profile: 'high', rc: 'vbr', b: '0', g: '9999', bf: '2', b_ref_mode: 'disabled' },
      ...{ 'no-scenecut': '1', strict_gop: '1', 'forced-idr': '1', 'spatial-aq': '1', a53cc: '0' },
    },
  },
  {
    name: FF_ENCODER_H264_QSV,
    format: 'mp4',
    input: 'nv12',
    level: { option: 'global_quality', best: 12, worst: 42 },
    options: { preset: 'medium', profile: 'high', g: '9999', bf: '2', adaptive_i: '0', forced_idr: '1', a53cc: '0' },
  },
  {
    name: FF_ENCODER_H264_VAAPI,
    format: 'mp4',
    input: 'vaapi',
    level: { option: 'qp', best: 12, worst: 42 },
    options: { rc_mode: 'CQP', profile: 'high', g: '9999', bf: '0', idr_interval: '0', sei: '0' },
  },
];

/**
 * Encoder that replaces the default one of a format. Its name and options are part of the fingerprint that identifies
 * the version of the render program.
 */
export interface EncoderChoice {
  readonly name: FFEncoderCodec;
  readonly format: Format;
  readonly input: EncoderInputKind;
  readonly options: Readonly<Record<Quality, Readonly<Record<string, string>>>>;
}
