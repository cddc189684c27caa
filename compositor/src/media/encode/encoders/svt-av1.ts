import { spawnSync } from 'node:child_process';
import { FF_ENCODER_LIBSVTAV1 } from 'node-av/constants';
import type { Quality } from '../../../catalog/formats.ts';
import type { VideoCodec } from './video-codec.ts';

/** AV1 for MP4. A temporal unit has one shown frame, so segments join by appending. */
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
 * Gives all threads of this process the usual scheduling class again (`chrt` of util-linux, some milliseconds). To be called once
 * SVT-AV1 is open: for root it puts the thread that opens it, and so each thread and process started afterwards, into the
 * real-time class, where a render takes the processors from everything else of the machine. Nothing for other users.
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
