import { createDocument, fillVariables, type MediaFacts, type VariableValues } from '@framemill/timeline';
import { parseDocument } from '@framemill/timeline/document';
import type { Document } from '@framemill/timeline/rendering';

/** Source names of the images in the sample video. */
export const filmImages = ['mountains.webp', 'ocean.webp'] as const;

/** Metadata that all images of the sample video share. */
export const imageFacts: MediaFacts = {
  ...{ kind: 'image', mimeType: 'image/webp', sha256: '', sizeBytes: 0, width: 640, height: 360 },
  ...{ durationSec: null, fps: null, hasAudio: false },
};

/**
 * Creates the sample document of the player's pages, with values of its variables `title` and `color`.
 * It lasts 8 s and contains two photographs with motion and a dissolve between them, a coloured bar, and titles. Throws
 * `invalid_request` for other variables and for values that are not accepted.
 */
export function playerFilm(values: VariableValues = {}): Document {
  return parseDocument(fillVariables(template(), values));
}

function template(): Document {
  const { version, settings, tracks } = createDocument({ name: 'Above the clouds', width: 640, height: 360, fps: 30 });
  const shadow = { y: 2, blur: 12, color: '#05070d', opacity: 0.7 };
  return parseDocument({
    ...{ version, tracks },
    settings: { ...settings, background: '#05070d' },
    clips: [
      {
        ...{ id: 'peak', type: 'image', src: 'mountains.webp', start: 0, duration: 4.5, trackIndex: 0, fit: 'cover' },
        kfScale: [
          { time: 0, value: 1, easing: 'easeInOut' },
          { time: 4.5, value: 1.18 },
        ],
      },
      {
        ...{ id: 'sea', type: 'image', src: 'ocean.webp', start: 4.5, duration: 3.5, trackIndex: 0, fit: 'cover' },
        scale: 1.15,
        kfX: [
          { time: 0, value: -30, easing: 'easeInOut' },
          { time: 3.5, value: 30 },
        ],
        transition: { type: 'dissolve', duration: 0.8 },
      },
      {
        ...{ id: 'bar', type: 'shape', start: 1, duration: 3, trackIndex: 1, y: 62 },
        shape: { kind: 'rounded-rectangle', fill: '#ffb765', width: 168, height: 8, cornerRadius: 4 },
        variables: { 'shape.fill': '{{color}}' },
        kfOpacity: [
          { time: 0, value: 0, easing: 'easeOut' },
          { time: 0.4, value: 1 },
          { time: 2.6, value: 1, easing: 'easeIn' },
          { time: 3, value: 0 },
        ],
      },
      {
        ...{ id: 'title', type: 'text', start: 0.5, duration: 3.8, trackIndex: 2 },
        textStyle: {
          ...{ content: '{{title|Above the clouds}}', fontFamily: 'Montserrat', fontSize: 54, fontWeight: 800 },
          ...{ color: '#ffffff', shadow },
          animation: {
            in: { name: 'rise', unit: 'word', duration: 0.6, stagger: 0.12 },
            out: { name: 'fade', duration: 0.4 },
          },
        },
      },
      {
        ...{ id: 'end', type: 'text', start: 5.2, duration: 2.8, trackIndex: 2 },
        textStyle: {
          ...{ content: 'Edit video as data.', fontFamily: 'Montserrat', fontSize: 46, fontWeight: 800 },
          ...{ color: '#ffffff', shadow },
          animation: { in: { name: 'pop', unit: 'all', duration: 0.5 } },
        },
      },
    ],
  });
}
