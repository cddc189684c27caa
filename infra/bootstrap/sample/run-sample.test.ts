import { expect, test } from 'vitest';
import { createProgressBar, drawLine } from './run-sample.ts';

test('a line always fills the terminal, so that nothing of the line before it stays', () => {
  for (const columns of [40, 80, 200]) {
    expect(drawLine('render ', 0.5, '30.0 frames/s', columns)).toHaveLength(columns - 1);
  }
  expect(drawLine('render ', 0.5, 'x', 80)).toContain(`${'█'.repeat(16)}${'░'.repeat(16)}  50 %  x`);
});

test('without a terminal there is one line a tenth, however often it is updated', () => {
  const lines: string[] = [];
  const bar = createProgressBar({ write: (text) => lines.push(text) }, 'render');
  for (let done = 0; done <= 100; done++) bar.update(done, 100, 'note');
  bar.end('100 frames');
  expect(lines).toHaveLength(12);
  expect(lines.at(-2)).toBe('render 100 % note\n');
  expect(lines.at(-1)).toBe('render done 100 frames\n');
});
