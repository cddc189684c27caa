import { travel } from './travel.ts';

/** A slow zoom in, by a tenth. */
export const kenBurnsIn = travel('ken-burns-in', {
  scale: (rest, { intensity }) => [rest, rest * (1 + 0.1 * intensity)],
});
