import { type TProperties, Type } from '#typebox';
import { CLOSED } from '../document/scalars.ts';
import type { AudioEffectType } from '../vocabulary/index.ts';

/** A processor of a clip's audio chain: what it does and what it takes. Every parameter has a default. */
export interface AudioEffectDefinition {
  type: AudioEffectType;
  description: string;
  /** JSON schema of its parameters. */
  params: ReturnType<typeof Type.Object>;
}

/** Defines a processor from its parameters. */
export function defineAudioEffect(
  type: AudioEffectType,
  description: string,
  params: TProperties,
): AudioEffectDefinition {
  return { type, description, params: Type.Object(params, { ...CLOSED, description }) };
}

/** A number with the value that it has when it is not given. */
export function amount(initial: number, minimum: number, maximum: number, description: string) {
  return Type.Number({ default: initial, minimum, maximum, description });
}

/** A frequency. Hertz, 20-20,000. */
export function frequency(initial: number, description: string) {
  return amount(initial, 20, 20_000, `${description} Hertz.`);
}

/** The share of the processed sound; 1 is that alone. */
export function mix(initial: number) {
  return amount(initial, 0, 1, 'Share of the processed sound. 0-1.');
}
