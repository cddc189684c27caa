import { amount, defineAudioEffect, mix } from './audio-effect-definition.ts';

/** Puts the sound into a room. */
export const reverb = defineAudioEffect('reverb', 'Puts the sound into a room.', {
  roomSize: amount(0.5, 0, 1, 'Size of the room, 1 a cathedral. 0-1.'),
  damping: amount(0.5, 0, 1, 'How much the walls swallow of the treble. 0-1.'),
  mix: mix(0.25),
});
