import type { Clip, Document } from '@framemill/timeline';
import { makeClip, makeDocument } from '../../scenes.ts';

/** Project whose HTML preview is compared with its rendered frames. */
export interface PageProject {
  readonly name: string;
  readonly document: Document;
  /** Times to compare, in seconds. */
  readonly times: readonly number[];
  /** Minimum similarity at every time. */
  readonly floor: number;
}

/** Canvas size of all projects, in pixels. */
export const canvas = { width: 640, height: 360 } as const;

/**
 * Minimum similarity of projects that have only images. `lettered`: the same for projects with text, which is lower
 * because antialiasing differs.
 */
export const plain = 0.97;
export const lettered = 0.92;

export function project(name: string, floor: number, times: readonly number[], clips: Clip[]): PageProject {
  return { name, floor, times, document: makeDocument(canvas.width, canvas.height, clips, '#203040') };
}

/** Creates an image clip. This function and the following ones use the media of `makeMedia`. */
export const image = (fields: Partial<Clip> = {}) => makeClip({ type: 'image', src: 'mountains.png', ...fields });
export const sea = (fields: Partial<Clip> = {}) => image({ src: 'ocean.png', ...fields });
export const video = (fields: Partial<Clip> = {}) =>
  makeClip({ type: 'video', src: 'video.mp4', mediaDuration: 3, ...fields });
export const sticker = (fields: Partial<Clip> = {}) =>
  makeClip({ type: 'sticker', src: 'sticker.png', trackIndex: 1, ...fields });
