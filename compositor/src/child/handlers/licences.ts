import { codecLibrary } from '../../media/codec-library.ts';
import type { Handler } from './handler.ts';

/** Says what the codec library of this process is made of. */
export const licences: Handler<'licences'> = {
  type: 'licences',
  run: async () => codecLibrary(),
};
