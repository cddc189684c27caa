import { expect, test } from 'vitest';
import { machineEngine } from './machine-engine.ts';

test('the engine of a machine has the same name every time', () => {
  const engine = machineEngine();
  expect(engine).toMatch(/^[0-9a-f]{64}$/);
  expect(machineEngine()).toBe(engine);
});
