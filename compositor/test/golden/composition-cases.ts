import type { Clip, Composition } from '@framemill/timeline';
import { makeClip, makeDocument } from '../scenes.ts';
import type { GoldenCase } from './golden-case.ts';

/** Returns the golden tests of compositions: one image, collapsed, and with a transition, an adjustment and a level more. */
export function compositionCases(size: { width: number; height: number }): GoldenCase[] {
  const behind = makeClip({ type: 'video', src: 'video' });

  function one(name: string, composition: Composition, fields: Partial<Clip>, more: Composition[] = []): GoldenCase {
    const clip = makeClip({ type: 'composition', src: composition.id, trackIndex: 1, ...fields });
    const document = makeDocument(size.width, size.height, [behind, clip], '#405060');
    return { name, document: { ...document, compositions: [composition, ...more] }, atSec: 0.5 };
  }

  const card = compositionOf('card', { width: 160, height: 100 }, [
    makeClip({ type: 'image', src: 'photo', fit: 'cover' }),
    makeClip({
      ...{ type: 'shape', trackIndex: 1, blendMode: 'screen', x: -30 },
      shape: { kind: 'star', fill: '#ff8800', width: 90, height: 90 },
    }),
    makeClip({ type: 'text', trackIndex: 2, y: 30, textStyle: { content: 'Inside', fontSize: 30, color: '#ffffff' } }),
  ]);
  const label = compositionOf('label', { width: 120, height: 60 }, [
    makeClip({ type: 'shape', shape: { kind: 'rounded-rectangle', fill: '#102040', width: 100, height: 40 } }),
    makeClip({ type: 'text', trackIndex: 1, textStyle: { content: 'Sharp', fontSize: 20, color: '#ffcc00' } }),
  ]);
  const changing = compositionOf('changing', { ...size, background: '#203020' }, [
    makeClip({ type: 'image', src: 'photo', duration: 0.4, scale: 0.8 }),
    makeClip({
      ...{ type: 'sticker', src: 'cutout', start: 0.4, duration: 1 },
      transition: { type: 'circle', duration: 0.4 },
    }),
    makeClip({ type: 'composition', src: 'label', trackIndex: 1, x: 40, y: 30 }),
    makeClip({ type: 'adjustment', trackIndex: 2, grade: { saturation: -0.6 }, scale: 0.7 }),
  ]);
  const blurred: Clip['effects'] = [{ id: 'e', type: 'blur', enabled: true, params: { radius: 1 } }];
  return [
    one('composition', card, { rotation: -8, opacity: 0.9, x: 12, cornerRadius: 16, mask: { shape: 'circle' } }),
    one('composition-collapsed', label, { collapse: true, scale: 1.8, rotation: 14 }),
    one('composition-nested', changing, { scale: 0.8, effects: blurred }, [label]),
  ];
}

function compositionOf(id: string, settings: Composition['settings'], clips: Clip[]): Composition {
  const { tracks } = makeDocument(settings.width, settings.height, []);
  return { id, name: id, settings, tracks, clips };
}
