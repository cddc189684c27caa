import { describe, expect, it } from 'vitest';
import { requireCodecs } from './required-codecs.ts';

describe('required codecs', () => {
  it('are satisfied by any encoder of each kind', () => {
    requireCodecs(['libopenh264', 'libvpx-vp9', 'aac', 'libopus']);
  });

  it('are named when they are missing', () => {
    expect(() => requireCodecs(['libx264', 'aac'])).toThrow(/has no encoder for VP9, Opus \(it has libx264, aac\)/);
    expect(() => requireCodecs([])).toThrow(/has no encoder/);
  });
});
