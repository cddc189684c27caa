import type { FFEncoderCodec } from 'node-av/constants';
import type { Format, Quality } from '../../catalog.ts';
import type { EncoderInputKind } from './encoder-input.ts';

/** An encoder in the place of a format's own: a part of what an engine is. */
export interface EncoderChoice {
  readonly name: FFEncoderCodec;
  readonly format: Format;
  readonly input: EncoderInputKind;
  readonly options: Readonly<Record<Quality, Readonly<Record<string, string>>>>;
}
