import { expect, it } from 'vitest';
import { ownOriginsOf } from './session-guard.ts';

it('has the origins of the public addresses, with scheme and port', () => {
  expect([...ownOriginsOf(['https://video.example', 'https://id.video.example:8443/oauth'])]).toEqual([
    'https://video.example',
    'https://id.video.example:8443',
  ]);
});

it('has all names of this machine for an address on it, at its port alone', () => {
  const all = ['http://localhost:8787', 'http://127.0.0.1:8787', 'http://[::1]:8787'];
  for (const url of all) expect([...ownOriginsOf([url])].sort()).toEqual(all.toSorted());
});
