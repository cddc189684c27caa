import { spawnSync } from 'node:child_process';
import { FF_ENCODER_LIBSVTAV1 } from 'node-av/constants';
import type { Quality } from '../../../catalog/formats.ts';
import type { VideoCodec } from './video-codec.ts';

/** AV1 for MP4. A temporal unit has one shown frame, so segments can be concatenated. */
export const svtAv1: VideoCodec = {
  coding: 'av1',
  encoder: FF_ENCODER_LIBSVTAV1,
  codecName: 'av1',
  options: (quality) => ({
    ...levels[quality],
    g: '9999',
    'svtav1-params': 'lp=1:scd=0:enable-overlays=0',
  }),
};

/**
 * Returns all threads of this process to the normal scheduling class (`chrt` of util-linux, some milliseconds). Call it
 * after SVT-AV1 was opened. When run as root, SVT-AV1 puts the opening thread into the real-time class, and with it
 * each thread and process started afterwards. A render would then take the processors from everything else on the
 * machine. Does nothing for other users.
 */
export function leaveRealTimeClass(): void {
  if (process.platform === 'linux' && process.geteuid?.() === 0)
    spawnSync('chrt', ['--all-tasks', '--other', '--pid', '0', String(process.pid)], { stdio: 'ignore' });
}

const levels: Record<Quality, Record<string, string>> = {
  draft: { preset: '10', crf: '42' },
  standard: { preset: '8', crf: '35' },
  high: { preset: '6', crf: '26' },
};
