import { FramemillError } from '@framemill/timeline/rendering';
import { type FilterStep, openFilterChain } from '../../filter-chain.ts';
import type { FrameConverter } from './kernel-converter.ts';

/**
 * Creates a converter that sends each frame through a chain of the codec library's filters. The chain must return one
 * frame for each input frame. Throws `internal_error` when it returns none.
 */
export function convertingByFilters(steps: readonly FilterStep[]): FrameConverter {
  const chain = openFilterChain(steps);
  return {
    convert(frame) {
      chain.push(frame);
      const converted = chain.pull();
      if (!converted) {
        const message =
          `A frame of ${frame.width}x${frame.height} could not be converted: the codec library returned no frame. ` +
          'Try again, or convert the file to another format first.';
        throw new FramemillError('internal_error', message);
      }
      return converted;
    },
    close: chain.close,
  };
}
