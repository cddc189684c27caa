import { describe, expect, it } from 'vitest';
import { parseNodeArguments } from './arguments.ts';

describe('node arguments', () => {
  it('leaves what is not given to the configuration', () => {
    expect(parseNodeArguments([])).toEqual({ pool: null, doctor: false, json: false, slots: null });
  });

  it('takes pool and slots', () => {
    expect(parseNodeArguments(['--pool', 'cpu', '--slots', '4'])).toMatchObject({ slots: 4, pool: 'cpu' });
    expect(parseNodeArguments(['--pool', 'gpu']).pool).toBe('gpu');
  });

  it('knows the doctor, and JSON as its form only', () => {
    expect(parseNodeArguments(['--doctor', '--json'])).toMatchObject({ doctor: true, json: true });
    expect(() => parseNodeArguments(['--json'])).toThrow(/--json can be used only with --doctor/);
  });

  it.each([
    [['--slots', '0'], /--slots must be a whole number from 1 to 256 \(got "0"\)/],
    [['--slots', '1.5'], /got "1.5"/],
    [['--pool', 'moon'], /--pool must be one of cpu, gpu, auto \(got "moon"\)/],
    [['--sluts', '2'], /--sluts'\. Use --pool, --slots, .* See --help\.$/],
  ])('refuses %j with a reason', (argv, reason) => {
    expect(() => parseNodeArguments(argv)).toThrow(reason);
  });
});
