import { freeBytes } from '@framemill/infra/process';
import { makeSettingFolder, scratchSetting } from '../../node/make-setting-folder.ts';
import type { Check } from '../check.ts';

/** Checks the free disk space for the media cache and for the work in progress. */
export const disk: Check = {
  name: 'disk',
  async run({ settings: { mediaDir, scratchDir, mediaCacheBytes } }) {
    await makeSettingFolder(mediaDir, 'DATA_DIR');
    await makeSettingFolder(scratchDir, scratchSetting, 0o700);
    const [cache, scratch] = await Promise.all([freeBytes(mediaDir), freeBytes(scratchDir)]);
    const details = { mediaDir, cacheFreeBytes: cache, mediaCacheBytes, scratchDir, scratchFreeBytes: scratch };
    const text = `${gigabytes(cache)} free for a media cache of ${gigabytes(mediaCacheBytes)} in ${mediaDir}, ${gigabytes(scratch)} for work in progress`;
    if (scratch < 2 * 1024 ** 3) return { verdict: 'fail', text: `${text}: too little to render`, details };
    const roomy = cache >= mediaCacheBytes;
    return { verdict: roomy ? 'ok' : 'warn', text: roomy ? text : `${text}: lower MEDIA_CACHE_MB`, details };
  },
};

function gigabytes(bytes: number): string {
  return `${(bytes / 1024 ** 3).toFixed(1)} GiB`;
}
