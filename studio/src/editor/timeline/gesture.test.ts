import { type Clip, createDocument, type Document } from '@framemill/timeline';
import { describe, expect, it } from 'vitest';
import { type Gesture, gestureCommands, gestureLabel } from './gesture.ts';
import { snapOffset, snapTimes } from './snapping.ts';

function film(): Document {
  const base = createDocument({});
  const clip = { type: 'text' as const, name: '', src: '', mediaStart: 0, mediaDuration: 2, speed: 1, reverse: false };
  const rest = { freezeAt: null, loop: false, x: 0, y: 0, scale: 1, rotation: 0, opacity: 1, volume: 1, muted: false };
  const whole = { ...clip, ...rest, fadeIn: 0, fadeOut: 0 } as const;
  return {
    ...base,
    clips: [0, 4, 8].map((start, index): Clip => ({ ...whole, id: `c${index}`, start, duration: 2, trackIndex: 0 })),
    markers: [{ id: 'm', time: 5 }],
  };
}

const gesture = (over: Partial<Gesture>): Gesture => ({
  ...{ kind: 'move', clipId: 'c1', clipIds: ['c1'], deltaSec: 0, trackId: null },
  ...over,
});

describe('a drag becomes commands', () => {
  it.each<[Partial<Gesture>, object[]]>([
    [{ deltaSec: 0.51 }, [{ op: 'moveClip', clipId: 'c1', start: 4.5 }]],
    [{ deltaSec: 0.001 }, []],
    [{ deltaSec: -9 }, [{ op: 'moveClip', clipId: 'c1', start: 0 }]],
    [{ deltaSec: 0, trackId: 1 }, [{ op: 'moveClip', clipId: 'c1', start: 4, trackIndex: 1 }]],
    [{ kind: 'trim-start', deltaSec: 1 }, [{ op: 'trimClip', clipId: 'c1', start: 5 }]],
    [{ kind: 'trim-end', deltaSec: -1 }, [{ op: 'trimClip', clipId: 'c1', duration: 1 }]],
    [{ kind: 'roll-end', deltaSec: 1 }, [{ op: 'rollEdit', clipId: 'c1', edge: 'end', offset: 1 }]],
    [{ kind: 'roll-start', deltaSec: -1 }, [{ op: 'rollEdit', clipId: 'c1', edge: 'start', offset: -1 }]],
    [
      { kind: 'ripple-end', deltaSec: 1 },
      [
        { op: 'insertGap', at: 6, duration: 1, trackIndices: [0] },
        { op: 'trimClip', clipId: 'c1', duration: 3 },
      ],
    ],
    [
      { kind: 'ripple-end', deltaSec: -1 },
      [{ op: 'cutRanges', clipId: 'c1', ranges: [{ start: 5, end: 6 }], ripple: true }],
    ],
    [
      { kind: 'ripple-start', deltaSec: 0.5 },
      [{ op: 'cutRanges', clipId: 'c1', ranges: [{ start: 4, end: 4.5 }], ripple: true }],
    ],
    [
      { kind: 'ripple-start', deltaSec: -1 },
      [
        { op: 'insertGap', at: 4, duration: 1, trackIndices: [0] },
        { op: 'trimClip', clipId: 'c1', start: 4 },
      ],
    ],
    [{ kind: 'slip', deltaSec: 1 }, [{ op: 'slipClip', clipId: 'c1', offset: -1 }]],
    [{ kind: 'slide', deltaSec: 1 }, [{ op: 'slideClip', clipId: 'c1', offset: 1 }]],
    [{ clipId: 'gone' }, []],
  ])('%j', (over, commands) => {
    expect(gestureCommands(film(), gesture(over))).toEqual(commands);
  });

  it('of several clips, the one in front first, and none beyond the start', () => {
    const both = gesture({ clipIds: ['c0', 'c1'], deltaSec: 1 });
    expect(gestureCommands(film(), both).map(({ clipId, start }) => [clipId, start])).toEqual([
      ['c1', 5],
      ['c0', 1],
    ]);
    expect(gestureCommands(film(), { ...both, deltaSec: -1 })).toEqual([]);
    expect(gestureLabel(both)).toBe('Move 2 clips');
  });

  it('a ripple shows no more of a video than its source has', () => {
    const { clips, ...rest } = film();
    const shot = { type: 'video' as const, mediaStart: 0.5, speed: 1, src: 'med_a' };
    const document = { ...rest, clips: clips.map((clip) => (clip.id === 'c1' ? { ...clip, ...shot } : clip)) };
    const [gap] = gestureCommands(document, gesture({ kind: 'ripple-start', deltaSec: -3 }));
    expect(gap?.duration).toBe(0.5);
  });

  it('a trim leaves a frame at least', () => {
    const [command] = gestureCommands(film(), gesture({ kind: 'trim-end', deltaSec: -50 }));
    expect(command?.duration).toBeCloseTo(1 / 30, 5);
  });
});

describe('snapping', () => {
  const times = snapTimes(film(), 7.3, new Set(['c1']));
  it('knows the edges of others, markers, playhead and start', () => {
    expect(times).toEqual([0, 2, 5, 7.3, 8, 10]);
  });
  it('knows the words of captions and beats', () => {
    const { clips, ...rest } = film();
    const words = [0, 0.4, 5].map((start) => ({ text: 'a', start, end: start + 0.2 }));
    const caption = clips.map((clip) => (clip.id === 'c2' ? { ...clip, textStyle: { content: 'a', words } } : clip));
    expect(snapTimes({ ...rest, clips: caption }, 0, new Set(['c1']), [9.1])).toEqual([0, 2, 5, 8, 8.4, 9.1, 10]);
  });
  it.each<[number[], number, number | null]>([
    [[4.9], 0.2, 5],
    [[4.7], 0.2, null],
    [[4.9, 7.95], 0.2, 8],
    [[], 1, null],
  ])('%j within %d', (edges, within, at) => {
    expect(snapOffset(edges, times, within)?.at ?? null).toBe(at);
  });
});
