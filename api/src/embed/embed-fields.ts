import { FramemillError } from '@framemill/timeline';
import { type Static, Type } from '@framemill/timeline/typebox';

/** Lifetime of an embed session in seconds: default, and range. */
export const EMBED_SEC = { usual: 3_600, least: 60, most: 86_400 };

/** Maximum number of origins of a session. */
const MOST_ORIGINS = 10;

/** Schema of the origins whose pages may show the editor. */
export const OriginsSchema = Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
  minItems: 1,
  maxItems: MOST_ORIGINS,
  description:
    'Origins whose pages may show the editor, such as `https://app.example.org`: scheme, host and port, without a ' +
    'path and without wildcards. `http` for `localhost` and `127.0.0.1` only.',
});

const color = (what: string) => Type.Optional(Type.String({ pattern: '^#[0-9a-fA-F]{6}$', description: what }));

/** Schema of the colours of the editor. */
export const ThemeSchema = Type.Object(
  {
    mode: Type.Optional(Type.Enum(['dark', 'light'], { description: 'Default `dark`.' })),
    accent: color('Buttons, the playhead and selections.'),
    onAccent: color('Texts on `accent`.'),
    background: color('The page.'),
    surface: color('Panels and bars.'),
    text: color('Texts.'),
  },
  { description: 'Colours of the editor as `#rrggbb`. Those of `mode` where absent.' },
);

/** Colours of the editor; see `ThemeSchema`. */
export type EmbedTheme = Static<typeof ThemeSchema>;

/** Host of an origin. It goes into a header, so it may have no other characters. */
const ORIGIN = /^(https?):\/\/([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::\d{1,5})?$/;

const LOCAL_HOSTS: readonly string[] = ['localhost', '127.0.0.1'];

/** Checks origins. Throws `invalid_request` for one that is not exact, and for `http` of another machine. */
export function checkOrigins(origins: readonly string[]): void {
  for (const [index, origin] of origins.entries()) {
    const problem = problemOf(origin);
    if (problem === null) continue;
    const message = `body.origins.${index} ${problem} (got ${JSON.stringify(origin.slice(0, 80))}).`;
    throw new FramemillError('invalid_request', message, { field: `body.origins.${index}` });
  }
}

function problemOf(origin: string): string | null {
  if (origin.includes('*')) return 'must not have wildcards. Name each origin';
  const [, scheme, host = ''] = ORIGIN.exec(origin) ?? [];
  if (scheme === undefined || !URL.canParse(origin) || new URL(origin).origin !== origin)
    return 'must be an exact origin in lower case, such as https://app.example.org, without a path or default port';
  if (scheme === 'http' && !LOCAL_HOSTS.includes(host)) return 'must begin with https. Only localhost may have http';
  return null;
}
