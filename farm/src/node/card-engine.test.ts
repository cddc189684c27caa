import { expect, it } from 'vitest';
import { cardEngine } from './create-node.ts';

const report = {
  adapter: { vendor: 'v', architecture: 'a', name: 'n', driver: 'd', isSoftware: false },
  fingerprint: 'f'.repeat(64),
  looks: [],
  size: { width: 1, height: 1 },
};

it('a hardware encoder makes another engine of the same card, and software none', () => {
  const software = cardEngine({ report, encoder: null });
  expect(software).toBe(report.fingerprint);
  const hardware = cardEngine({ report, encoder: { name: 'h264_nvenc', fingerprint: 'a' } });
  expect(
    new Set([software, hardware, cardEngine({ report, encoder: { name: 'h264_nvenc', fingerprint: 'b' } })]).size,
  ).toBe(3);
});
