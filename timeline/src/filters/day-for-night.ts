import type { Filter } from './filter.ts';

/** A day shot made night. */
export const dayForNight: Filter = { preset: 'day-for-night', grade: { exposure: -1.2, temperature: -0.5 } };
