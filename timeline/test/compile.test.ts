import { describe, expect, it } from 'vitest';
import { Compile, Type } from '#typebox';

describe('Compile', () => {
  it('reads a schema when a value is first checked, and once for all its validators', () => {
    let reads = 0;
    const schema = new Proxy(Type.Object({ speed: Type.Number({ minimum: 0 }) }), {
      get: (target, name, receiver) => {
        reads++;
        return Reflect.get(target, name, receiver);
      },
    });
    const first = Compile(schema);
    const second = Compile(schema);
    expect(reads).toBe(0);
    expect(first.Check({ speed: 1 })).toBe(true);
    expect(reads).toBeGreaterThan(0);
    reads = 0;
    expect(second.Check({ speed: -1 })).toBe(false);
    expect(reads).toBe(0);
    expect(second.Errors({ speed: -1 }).map(({ instancePath }) => instancePath)).toEqual(['/speed']);
  });
});
