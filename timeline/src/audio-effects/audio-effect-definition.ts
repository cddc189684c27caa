import { type TProperties, Type } from '#typebox';
import { CLOSED } from '../document/scalars.ts';
import type { AudioEffectType } from '../vocabulary/index.ts';

/** A processor of a clip's audio chain, with its description and parameters. Every parameter has a default. */
export interface AudioEffectDefinition {
  type: AudioEffectType;
  description: string;
  /** JSON schema of the parameters. */
  params: ReturnType<typeof Type.Object>;
}

/** Defines an audio processor from the schemas of its parameters. */
export function defineAudioEffect(
  type: AudioEffectType,
  description: string,
  params: TProperties,
): AudioEffectDefinition {
  return { type, description, params: Type.Object(params, { ...CLOSED, description }) };
}

/** Schema of a number with a default and a range. */
export function amount(initial: number, minimum: number, maximum: number, description: string) {
  return Type.Number({ default: initial, minimum, maximum, description });
}

/** Schema of a frequency. Hertz, 20-20,000. */
export function frequency(initial: number, description: string) {
  return amount(initial, 20, 20_000, `${description} Hertz.`);
}

/** Schema of the share of processed audio in the output. 0-1; 1 is processed audio only. */
export function mix(initial: number) {
  return amount(initial, 0, 1, 'Share of the processed sound. 0-1.');
}
