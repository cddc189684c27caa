import { travel } from './travel.ts';

/** A slow zoom out, by a tenth. */
export const kenBurnsOut = travel('ken-burns-out', {
  scale: (rest, { intensity }) => [rest * (1 + 0.1 * intensity), rest],
});
