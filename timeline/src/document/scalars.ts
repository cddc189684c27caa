import { Type } from '#typebox';
import { LIMITS } from './limits.ts';
import type { SourceUse } from './source-position.ts';
import { SOURCE_KEYWORD } from './source-positions.ts';

/** A finite number of `minimum` to `maximum`. JSON can spell 1e999, so every number has both ends. */
export function numberIn(minimum: number, maximum: number, description: string) {
  return Type.Number({ minimum, maximum, description });
}

/** A time or length on the timeline or in a source. Seconds, 0 or more. */
export function seconds(description: string) {
  return numberIn(0, LIMITS.seconds, `${description} Seconds.`);
}

/** A length that may not be 0. Seconds. */
export function positiveSeconds(description: string) {
  return Type.Number({ exclusiveMinimum: 0, maximum: LIMITS.seconds, description: `${description} Seconds.` });
}

/** How long a clip is to last: commands that take it refuse less than a frame. Seconds. */
export const ClipDurationSchema = positiveSeconds('How long it lasts on the timeline.');

/** The same for clips that play media, which may last as long as it does: commands that take it look at it themselves. */
export const MediaDurationSchema = Type.Union([ClipDurationSchema, Type.Literal('media')], {
  description:
    'How long it lasts on the timeline. media: as long as its media, from the in-point on and at its speed; when other media is put in, it gets the length of that, and later clips move with its end. Video and audio clips. Seconds.',
});

/** A length on the canvas. Pixels of the document, 0 or more. */
export function pixels(description: string, maximum: number = LIMITS.boxSide) {
  return numberIn(0, maximum, `${description} Pixels.`);
}

/** A share of a whole, 0-1. */
export function fraction(description: string) {
  return numberIn(0, 1, `${description} 0-1.`);
}

/** One of a list of names. */
export function oneOf<const Names extends string[]>(names: readonly [...Names], description: string) {
  return Type.Enum(names, { description });
}

/** Text of at most `maxLength` UTF-16 units. */
export function text(maxLength: number, description: string) {
  return Type.String({ maxLength, description });
}

/** An id made by the reducer or by an import. */
export function id(description: string) {
  return Type.String({ minLength: 1, maxLength: LIMITS.idLength, description });
}

/** A media id or URL: a source, used as `use` says. Marked, so that no command takes what is not the account's own. */
export function source(use: SourceUse, description: string) {
  return Type.String({ maxLength: LIMITS.srcLength, description, [SOURCE_KEYWORD]: use });
}

/** The name of a family, or a font file as a source. */
export function fontFamily(description: string) {
  return Type.String({ maxLength: LIMITS.nameLength, description, [SOURCE_KEYWORD]: 'font' });
}

/** A variable in the place of a number or a colour: `{{name}}` or `{{name|default}}` and nothing else. */
export function variable(description: string) {
  return Type.String({
    pattern: '^\\{\\{[ \\t]*[A-Za-z_][A-Za-z0-9_.-]{0,63}[ \\t]*(?:\\|[^{}]*)?\\}\\}$',
    maxLength: 200,
    description,
  });
}

/** An object without unknown fields. */
export const CLOSED = { additionalProperties: false } as const;
