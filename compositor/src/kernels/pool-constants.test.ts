import { expect, test } from 'vitest';
import { poolConstants } from '../../kernels/pool-constants.ts';

const constant = 'v128.const i32x4 0x00000001 0x80000000 0xffffffff 0x437f0000';
/**
 * WebAssembly module that writes vector constants to the addresses from 64 on: a constant, the same constant again, a
 * different one, and zeros.
 */
const text = `(module
 (type $t (func))
 (import "env" "memory" (memory $0 1))
 (export "write" (func $write))
 (func $write
  i32.const 64
  ${constant}
  v128.store
  i32.const 80
  ${constant}
  v128.store
  i32.const 96
  v128.const i32x4 0x12345678 0x12345678 0x12345678 0x12345678
  v128.store
  i32.const 112
  v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
  v128.store
 )
)
`;

test('constants come from memory, each once, and are the ones that were written', () => {
  const module = new WebAssembly.Module(poolConstants(text, { from: 16, until: 48 }));
  const memory = new WebAssembly.Memory({ initial: 1 });
  const { write } = new WebAssembly.Instance(module, { env: { memory } }).exports;
  const lanes = new Uint32Array(memory.buffer);
  const first = [1, 0x80000000, 0xffffffff, 0x437f0000];
  const second = [0x12345678, 0x12345678, 0x12345678, 0x12345678];
  expect([...lanes.subarray(4, 12)]).toEqual([...first, ...second]);
  lanes.fill(0xaaaaaaaa, 16, 32);
  if (typeof write !== 'function') throw new Error('The module exports no function.');
  write();
  expect([...lanes.subarray(16, 32)]).toEqual([...first, ...first, ...second, 0, 0, 0, 0]);
});

test('more constants than there is room for are an error that says what to do', () => {
  expect(() => poolConstants(text, { from: 16, until: 47 })).toThrow(
    '2 vector constants do not fit between addresses 16 and 47. Raise the memory base.',
  );
});
