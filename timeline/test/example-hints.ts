import fc from 'fast-check';
import type { Hints } from './schema-arbitrary.ts';

/**
 * Returns generators for ids and times of the example project, so that most random commands refer to existing objects.
 */
export function exampleHints(): Hints {
  const clip = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom('clip-1', 'clip-2', 'title-1', 'music-1') },
    { weight: 3, arbitrary: fc.integer({ min: 1, max: 60 }).map((number) => `clip-new-${number}`) },
  );
  const track = fc.integer({ min: 0, max: 5 });
  const time = fc.oneof(fc.integer({ min: 0, max: 20 }), fc.double({ min: 0, max: 20, noNaN: true }));
  const length = fc.oneof(fc.integer({ min: 1, max: 6 }), fc.double({ min: 0.05, max: 8, noNaN: true }));
  const source = fc.constantFrom('med_video', 'med_image', 'med_music');
  const made = (kind: string) => fc.integer({ min: 1, max: 60 }).map((number) => `${kind}-new-${number}`);
  return {
    clipId: clip,
    fromClipId: clip,
    toClipId: clip,
    musicClipId: clip,
    speechClipId: clip,
    trackId: track,
    trackIndex: track,
    trackIndice: track,
    markerId: made('marker'),
    groupId: made('group'),
    effectId: fc.oneof(made('effect'), fc.constant('effect-given')),
    // Mostly the project's own timeline: few programs have a composition with the same number.
    compositionId: fc.oneof(
      { weight: 9, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: made('composition') },
    ),
    src: source,
    start: time,
    at: time,
    time,
    end: time,
    duration: length,
    // Scripts that chance writes do not parse; the examples of runScript run in every program.
    source: fc.constantFrom('log(project.clips.length)', "commands.addTrack({ type: 'video' })", 'nonsense('),
  };
}
