import { expect, it } from 'vitest';
import { createSignedMedia } from './signed-media.ts';

const facts = {
  ...{ kind: 'video' as const, sha256: '', mimeType: 'video/mp4', sizeBytes: 1, width: 16, height: 16 },
  ...{ durationSec: 1, fps: 30, hasAudio: false },
};
const media = {
  med_1: { path: '/uploads/a.mp4', previewPath: '/proxies/a.mp4', facts },
  '/uploads/a.mp4': { path: '/uploads/a.mp4', previewPath: '/proxies/a.mp4', facts },
  med_2: { path: '/uploads/b.png', facts },
};

function withRequests() {
  const requests: string[][] = [];
  const signed = createSignedMedia(async (sources) => {
    requests.push(sources);
    const mark = `/signed/${requests.length}`;
    return sources.map((source) => ({ source, url: `${mark}${source}`, proxyUrl: `${mark}/proxies/a.mp4` }));
  });
  signed.open(media);
  return { signed, requests };
}

it('several files are asked for with one request, and files that the document does not use are not', async () => {
  const { signed, requests } = withRequests();
  const paths = ['/uploads/a.mp4', '/uploads/b.png', '/proxies/a.mp4', '/uploads/other.mp4', '/v1/me'];
  const found = await Promise.all(paths.map((path) => signed.addressOf(path, false)));
  expect(found).toEqual(['/signed/1/uploads/a.mp4', '/signed/1/uploads/b.png', '/signed/1/proxies/a.mp4', null, null]);
  expect(requests).toEqual([['/uploads/a.mp4', '/uploads/b.png']]);
});

it('expired addresses are replaced, and a failed request is repeated', async () => {
  const { signed, requests } = withRequests();
  await signed.addressOf('/uploads/a.mp4', false);
  const renewed = await Promise.all(['/uploads/a.mp4', '/uploads/b.png'].map((path) => signed.addressOf(path, true)));
  expect(renewed).toEqual(['/signed/2/uploads/a.mp4', '/signed/2/uploads/b.png']);
  expect(requests.length).toBe(2);
  let isAway = true;
  const failing = createSignedMedia(async ([source = '']) => {
    if (isAway) throw new Error('away');
    return [{ source, url: '/signed/3', proxyUrl: null }];
  });
  failing.open({ med_2: media.med_2 });
  await expect(failing.addressOf('/uploads/b.png', false)).rejects.toThrow('away');
  isAway = false;
  expect(await failing.addressOf('/uploads/b.png', false)).toBe('/signed/3');
});
