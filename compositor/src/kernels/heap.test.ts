import { FramemillError } from '@framemill/timeline';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHeap } from './heap.ts';

const megabyte = 1024 * 1024;

describe('the heap', () => {
  it('never hands out the same byte twice, whatever is taken and given back', () => {
    const steps = fc.array(fc.record({ size: fc.integer({ min: 1, max: 300_000 }), drop: fc.nat() }), {
      maxLength: 120,
    });
    fc.assert(
      fc.property(steps, (list) => {
        const heap = createHeap(256 * megabyte);
        const held: { offset: number; size: number; mark: number }[] = [];
        for (const [step, { size, drop }] of list.entries()) {
          if (drop % 3 === 0 && held.length > 0) {
            const [gone] = held.splice(drop % held.length, 1);
            if (gone) heap.release(gone.offset);
          }
          const mark = (step % 255) + 1;
          const offset = heap.allocate(size);
          expect(offset % 64).toBe(0);
          heap.bytes.fill(mark, offset, offset + size);
          held.push({ offset, size, mark });
        }
        for (const { offset, size, mark } of held) {
          expect([heap.bytes[offset], heap.bytes[offset + size - 1], heap.bytes[offset + (size >> 1)]]).toEqual([
            mark,
            mark,
            mark,
          ]);
        }
        for (const { offset } of held) heap.release(offset);
        expect(heap.usedBytes).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  it('finds room for ever new sizes in what older ones left', () => {
    const heap = createHeap(512 * megabyte);
    const held: number[] = [];
    // Forty blocks at a time, of sizes that grow from 50 kB to 1 MB.
    for (let step = 0; step < 2000; step++) {
      held.push(heap.allocate(Math.round(50_000 * 1.0015 ** step)));
      const oldest = held.length > 40 ? held.shift() : undefined;
      if (oldest !== undefined) heap.release(oldest);
    }
    expect(heap.memory.buffer.byteLength).toBeLessThan(64 * megabyte);
    for (const offset of held) heap.release(offset);
    // What was many blocks is one again.
    const before = heap.memory.buffer.byteLength;
    heap.allocate(30 * megabyte);
    expect(heap.memory.buffer.byteLength).toBe(before);
  });

  it('grows in few steps, each of which the collector of JavaScript counts anew, and never over its limit', () => {
    const heap = createHeap(70 * megabyte);
    const lengths = new Set<number>();
    for (let block = 0; block < 180; block++) {
      heap.allocate(300_000);
      lengths.add(heap.bytes.length);
    }
    expect(lengths.size).toBeLessThanOrEqual(5);
    expect(heap.bytes.length).toBeLessThanOrEqual(70 * megabyte);
  });

  it('says how much is used when its limit would be passed, and goes on with what it has', () => {
    const heap = createHeap(8 * megabyte);
    const first = heap.allocate(5 * megabyte);
    expect(() => heap.allocate(5 * megabyte)).toThrow(FramemillError);
    heap.release(first);
    expect(() => heap.allocate(9 * megabyte)).toThrow(/needs more memory/);
    expect(heap.allocate(5 * megabyte)).toBe(first);
    expect(() => heap.release(first + 64)).toThrow(/No block starts at/);
  });
});
