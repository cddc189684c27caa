import { FramemillError } from '@framemill/timeline/rendering';
import { AV_BUFFERSRC_FLAG_KEEP_REF, AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants';
import { Filter, type FilterContext, FilterGraph, Frame } from 'node-av/lib';
import { check } from './av-error.ts';

/** Filter of the codec library and its arguments, in the syntax of the library's command line. */
export type FilterStep = readonly [name: string, args: string];

/** Chain of the codec library's filters, each with one input and one output. */
export interface FilterChain {
  /** Sends one frame into the chain, by reference; null signals the end. */
  push(frame: Frame | null): void;
  /**
   * Returns the next finished frame, valid until the next call; null when more input is needed or all frames were
   * returned.
   */
  pull(): Frame | null;
  close(): void;
}

/**
 * Builds a chain of filters, of which the first is a source and the last a sink. Uses one thread. Throws
 * `internal_error` when a filter is unavailable or its arguments are wrong.
 */
export function openFilterChain(steps: readonly FilterStep[]): FilterChain {
  const graph = new FilterGraph();
  graph.alloc();
  graph.nbThreads = 1;
  const contexts: FilterContext[] = [];
  for (const [index, [name, args]] of steps.entries()) {
    const filter = Filter.getByName(name);
    const context = filter ? graph.createFilter(filter, `${name}${index}`, args === '' ? null : args) : null;
    if (!context) {
      graph.free();
      throw new FramemillError(
        'internal_error',
        `The codec library cannot create the filter ${name}(${args}). Check its arguments, and install a build that ` +
          'has this filter.',
      );
    }
    const previous = contexts.at(-1);
    if (previous) check(previous.link(0, context, 0), `linking the filter ${name}`);
    contexts.push(context);
  }
  const source = contexts[0];
  const sink = contexts.at(-1);
  if (!source || !sink)
    throw new FramemillError('internal_error', 'The filter chain is empty. Pass at least a source and a sink.');
  check(graph.configSync(), `preparing ${steps.map(([name]) => name).join(', ')}`);
  const output = new Frame();
  output.alloc();
  return {
    push(frame) {
      check(source.buffersrcAddFrameSync(frame, AV_BUFFERSRC_FLAG_KEEP_REF), 'filtering');
    },
    pull() {
      output.unref();
      const result = sink.buffersinkGetFrameSync(output);
      if (result === AVERROR_EAGAIN || result === AVERROR_EOF) return null;
      check(result, 'filtering');
      return output;
    },
    close() {
      output.free();
      graph.free();
    },
  };
}
