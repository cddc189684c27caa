import { type Static, Type } from '#typebox';
import { LIMITS } from './limits.ts';
import { CLOSED, pixels, text } from './scalars.ts';

/** Schema of an HTML fragment, which a sandboxed browser renders. */
export const HtmlSchema = Type.Object(
  {
    html: text(LIMITS.htmlLength, 'Markup of the body.'),
    css: Type.Optional(text(LIMITS.htmlLength, 'Style sheet.')),
    js: Type.Optional(text(LIMITS.htmlLength, 'Script.')),
    width: Type.Optional(pixels('Width of the viewport.')),
    height: Type.Optional(pixels('Height of the viewport.')),
  },
  CLOSED,
);

/** HTML, CSS and script of an HTML clip. */
export type Html = Static<typeof HtmlSchema>;
