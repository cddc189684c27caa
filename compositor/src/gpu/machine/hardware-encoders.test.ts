import { expect, test } from 'vitest';
import { hardwareEncoders } from './hardware-encoders.ts';
import { machineFacts } from './machine-facts.ts';

test('hardware encoders are named where a device encodes, and none where there is no device', () => {
  const found = hardwareEncoders();
  for (const name of found) expect(name).toMatch(/^(h264|hevc|av1)_(nvenc|qsv|videotoolbox)$/);
  const { devices, platform } = machineFacts();
  if (platform === 'linux' && devices.length === 0) expect(found).toEqual([]);
});
