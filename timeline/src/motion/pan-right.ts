import { travel } from './travel.ts';

/** A slow move to the right by a tenth of the width. The picture is enlarged by as much, so that no edge shows. */
export const panRight = travel('pan-right', {
  scale: (rest, { intensity }) => [rest * (1 + 0.1 * intensity), rest * (1 + 0.1 * intensity)],
  x: (rest, { width, intensity }) => [rest - 0.05 * width * intensity, rest + 0.05 * width * intensity],
});
