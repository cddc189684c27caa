import { type Static, type TObject, Type } from '#typebox';
import type { Command, ReduceContext, Reducer } from '../command/command.ts';
import type { Outcome } from '../command/define-command.ts';
import { ClipSchema, TransitionSchema } from '../document/clip.ts';
import { CLOSED, oneOf } from '../document/scalars.ts';
import { refuse } from '../errors/framemill-error.ts';
import { FITS } from '../vocabulary/index.ts';
import { withFixes } from './fixes.ts';

const { x, y, scale, rotation, opacity, flipH, flipV, volume } = ClipSchema.properties;

/** Parameters with which a command that creates a visible clip also sets the clip's position and transition. */
export const SHOWN_AT_ONCE = {
  transform: Type.Optional(
    Type.Object(
      {
        ...{ x: Type.Optional(x), y: Type.Optional(y), scale: Type.Optional(scale) },
        ...{ rotation: Type.Optional(rotation), opacity: Type.Optional(opacity), flipH, flipV },
      },
      { ...CLOSED, description: 'Where and how it lies, as setTransform takes it.' },
    ),
  ),
  transition: Type.Optional(
    Type.Object(TransitionSchema.properties, { ...CLOSED, description: 'How it comes in, as setTransition takes it.' }),
  ),
};

/** Parameters with which a command that creates a media clip also sets the clip's fit and volume. */
export const MEDIA_AT_ONCE = {
  fit: Type.Optional(oneOf(FITS, 'How it fits the canvas, as fitClip takes it.')),
  volume: Type.Optional(volume),
  ...SHOWN_AT_ONCE,
};

type AtOnce = Static<TObject<typeof MEDIA_AT_ONCE>>;

/**
 * Applies the additional parameters of a command, such as `transform`, to the clip that the command added. Runs the
 * commands that set these properties, so the checks and fixes are the same. Throws `invalid_request` with their
 * message, prefixed with the parameter's name.
 */
export function setAtOnce(
  added: Outcome,
  given: { [Name in keyof AtOnce]: AtOnce[Name] | undefined },
  context: ReduceContext,
  { reduce }: Reducer,
): Outcome {
  let { document } = added;
  const { fixes, ...data } = { fixes: [], ...added.data };
  const notes: unknown[] = Array.isArray(fixes) ? fixes : [];
  for (const [param, command] of settingCommands(given)) {
    const { document: next, result } = reduce(document, { ...command, clipId: added.data?.clipId }, context);
    if (!result.ok) throw refuse(`${param}: ${result.error}`);
    if (Array.isArray(result.data?.fixes)) notes.push(...result.data.fixes);
    document = next;
  }
  return { document, data: withFixes(data, notes.map(String)) };
}

/**
 * Returns the commands that set the additional parameters, in a fixed order: fitClip moves a clip back to the middle,
 * so it comes first.
 */
function settingCommands({ fit, transform, volume: gain, transition }: Parameters<typeof setAtOnce>[1]) {
  const commands: [string, Command][] = [];
  if (fit !== undefined) commands.push(['fit', { op: 'fitClip', mode: fit }]);
  if (transform) commands.push(['transform', { op: 'setTransform', ...transform }]);
  if (gain !== undefined) commands.push(['volume', { op: 'setVolume', volume: gain }]);
  if (transition) commands.push(['transition', { op: 'setTransition', ...transition }]);
  return commands;
}
