import type { Clip, Document } from '@framemill/timeline';
import { makeClip, makeDocument } from '../../scenes.ts';

/** A project whose page and frames are compared. */
export interface PageProject {
  readonly name: string;
  readonly document: Document;
  /** Seconds. */
  readonly times: readonly number[];
  /** Least similarity of every time. */
  readonly floor: number;
}

/** The size of all projects. Pixels. */
export const canvas = { width: 640, height: 360 } as const;

/** Floors: pictures alone, and where letters are drawn with other antialiasing. */
export const plain = 0.97;
export const lettered = 0.92;

export function project(name: string, floor: number, times: readonly number[], clips: Clip[]): PageProject {
  return { name, floor, times, document: makeDocument(canvas.width, canvas.height, clips, '#203040') };
}

/** Clips of the media that `makeMedia` makes. */
export const image = (fields: Partial<Clip> = {}) => makeClip({ type: 'image', src: 'mountains.png', ...fields });
export const sea = (fields: Partial<Clip> = {}) => image({ src: 'ocean.png', ...fields });
export const video = (fields: Partial<Clip> = {}) =>
  makeClip({ type: 'video', src: 'video.mp4', mediaDuration: 3, ...fields });
export const sticker = (fields: Partial<Clip> = {}) =>
  makeClip({ type: 'sticker', src: 'sticker.png', trackIndex: 1, ...fields });
