import { amount, defineAudioEffect, mix } from './audio-effect-definition.ts';

/** Repeats the sound as an echo. */
export const delay = defineAudioEffect('delay', 'Repeats the sound as an echo.', {
  timeMs: amount(250, 1, 2_000, 'Time from one echo to the next. Milliseconds.'),
  feedback: amount(0.35, 0, 0.95, 'Share of an echo that comes back as the next. 0-0.95.'),
  mix: mix(0.3),
});
