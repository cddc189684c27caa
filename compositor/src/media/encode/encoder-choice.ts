import type { FFEncoderCodec } from 'node-av/constants';
import type { Format, Quality } from '../../catalog.ts';
import type { EncoderInputKind } from './encoder-input.ts';

/** Encoder that replaces the default one of a format. It is a part of the engine's fingerprint. */
export interface EncoderChoice {
  readonly name: FFEncoderCodec;
  readonly format: Format;
  readonly input: EncoderInputKind;
  readonly options: Readonly<Record<Quality, Readonly<Record<string, string>>>>;
}
