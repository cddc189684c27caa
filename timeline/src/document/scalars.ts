import { Type } from '#typebox';
import { LIMITS } from './limits.ts';
import { SOURCE_KEYWORD, type SourceUse } from './sources.ts';

/** Schema of a finite number in a range. JSON can contain 1e999, so every number has both limits. */
export function numberIn(minimum: number, maximum: number, description: string) {
  return Type.Number({ minimum, maximum, description });
}

/** Schema of a time or duration on the timeline or in a source. Seconds, 0 or more. */
export function seconds(description: string) {
  return numberIn(0, LIMITS.seconds, `${description} Seconds.`);
}

/** Schema of a duration above 0. Seconds. */
export function positiveSeconds(description: string) {
  return Type.Number({ exclusiveMinimum: 0, maximum: LIMITS.seconds, description: `${description} Seconds.` });
}

/** Schema of a clip's duration in seconds. Commands with this parameter refuse a duration shorter than a frame. */
export const ClipDurationSchema = positiveSeconds('How long it lasts on the timeline.');

/**
 * Schema of the duration of a media clip: seconds, or `media` for the length of its media. Commands with this parameter
 * check the minimum of one frame themselves.
 */
export const MediaDurationSchema = Type.Union([ClipDurationSchema, Type.Literal('media')], {
  description:
    'How long it lasts on the timeline. media: as long as its media, from the in-point on and at its speed; when ' +
    'other media is put in, it gets the length of that, and later clips move with its end. Video and audio ' +
    'clips. Seconds.',
});

/** Schema of a length on the canvas. Pixels of the document, 0 or more. */
export function pixels(description: string, maximum: number = LIMITS.boxSide) {
  return numberIn(0, maximum, `${description} Pixels.`);
}

/** Schema of a fraction, 0-1. */
export function fraction(description: string) {
  return numberIn(0, 1, `${description} 0-1.`);
}

/** Schema of a string that must be one of a list of names. */
export function oneOf<const Names extends string[]>(names: readonly [...Names], description: string) {
  return Type.Enum(names, { description });
}

/** Schema of a text of at most `maxLength` UTF-16 units. */
export function text(maxLength: number, description: string) {
  return Type.String({ maxLength, description });
}

/** Schema of an id from the reducer or from an import. */
export function id(description: string) {
  return Type.String({ minLength: 1, maxLength: LIMITS.idLength, description });
}

/**
 * Schema of a source: a media id or URL, marked with its use.
 * Because of the mark, every command refuses sources that are not media of the account.
 */
export function source(use: SourceUse, description: string) {
  return Type.String({ maxLength: LIMITS.srcLength, description, [SOURCE_KEYWORD]: use });
}

/** Schema of a font: the name of a family, or a font file as a source. */
export function fontFamily(description: string) {
  return Type.String({ maxLength: LIMITS.nameLength, description, [SOURCE_KEYWORD]: 'font' });
}

/** Schema of a variable in place of a number or a colour: exactly `{{name}}` or `{{name|default}}`. */
export function variable(description: string) {
  return Type.String({
    pattern: '^\\{\\{[ \\t]*[A-Za-z_][A-Za-z0-9_.-]{0,63}[ \\t]*(?:\\|[^{}]*)?\\}\\}$',
    maxLength: 200,
    description,
  });
}

/** Schema options of an object without unknown fields. */
export const CLOSED = { additionalProperties: false } as const;
