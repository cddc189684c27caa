import { catalogue } from '@framemill/compositor/capabilities';
import { applyCommands, batchIds, createDocument } from '@framemill/timeline';
import { describe, expect, it } from 'vitest';
import { mainTrack, trackEndSec } from './main-track.ts';

describe('the main track', () => {
  it('is the lowest one that takes the file and is not locked', () => {
    const { tracks } = createDocument();
    const locked = tracks.map((track) => ({ ...track, locked: track.id === 0 || track.type === 'audio' }));
    expect(mainTrack({ tracks }, 'video')?.id).toBe(0);
    expect(mainTrack({ tracks }, 'image')?.id).toBe(0);
    expect(mainTrack({ tracks }, 'audio')?.label).toBe('Audio');
    expect(mainTrack({ tracks: locked }, 'video')?.id).toBe(1);
    expect(mainTrack({ tracks: locked }, 'audio')).toBeUndefined();
  });

  it('ends with the clip that ends last, in whatever order the clips are', () => {
    const commands = [
      { op: 'addShapeClip', kind: 'circle', start: 4, duration: 2, trackIndex: 0 },
      { op: 'addShapeClip', kind: 'circle', start: 0, duration: 3, trackIndex: 0 },
      { op: 'addShapeClip', kind: 'circle', start: 0, duration: 9, trackIndex: 1 },
    ];
    const newId = batchIds(`bat_${'0'.repeat(24)}`);
    const { document } = applyCommands(createDocument(), commands, { catalogue, media: () => null, newId });
    expect([trackEndSec(document, 0), trackEndSec(document, 1), trackEndSec(document, 2)]).toEqual([6, 9, 0]);
  });
});
