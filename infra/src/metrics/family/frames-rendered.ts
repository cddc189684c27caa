import { counter } from '../define-metric.ts';

export const framesRendered = counter({
  name: 'framemill_frames_rendered_total',
  help: 'Frames drawn and encoded; its rate is the frames per second of the farm',
  labels: ['pool'],
});
