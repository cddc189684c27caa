/** Report of a rendered video of 2 s that is black for 1 s, as the farm measures it. */
export const measured = {
  ...{ sizeBytes: 250_000, durationSec: 2, bitrateKbps: 1_000, audio: null, leftOut: 0 },
  video: { codec: 'h264', width: 1920, height: 1080, frames: 60 },
  findings: [
    {
      ...{ kind: 'black', severity: 'warn', startSec: 0.5, endSec: 1.5, clipId: null, value: null },
      message: 'The picture is black from 0.50 to 1.50 s. Check the clips at this time.',
    },
  ],
  broken: ['maxBlackSec 0: black for 1.00 s from 0.50 s on'],
};
