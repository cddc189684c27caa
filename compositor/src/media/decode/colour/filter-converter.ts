import { FramemillError } from '@framemill/timeline/rendering';
import { type FilterStep, openFilterChain } from '../../filter-chain.ts';
import type { FrameConverter } from './kernel-converter.ts';

/** Pictures through the codec library's filters, one for each that comes. Throws `internal_error` when they give none. */
export function convertingByFilters(steps: readonly FilterStep[]): FrameConverter {
  const chain = openFilterChain(steps);
  return {
    convert(frame) {
      chain.push(frame);
      const converted = chain.pull();
      if (!converted) throw new FramemillError('internal_error', 'The conversion of a picture gave none.');
      return converted;
    },
    close: chain.close,
  };
}
