import { codecLibrary } from '../../media/codec-library.ts';
import type { Handler } from './handler.ts';

/** Handler that reports version, options and licence of the codec library of this process. */
export const licences: Handler<'licences'> = {
  type: 'licences',
  run: async () => codecLibrary(),
};
