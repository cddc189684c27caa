import { expect } from 'vitest';
import { audioPlan } from '../src/audio/audio-plan.ts';
import { EXAMPLE_MEDIA } from '../src/commands/examples.ts';
import { createEvaluator, type Document, totalFrames } from '../src/index.ts';
import { lint } from '../src/lint/lint.ts';
import { suggestedPreviewTimes } from '../src/lint/suggested-preview-times.ts';

const media = (src: string) => EXAMPLE_MEDIA[src] ?? null;

/** Evaluates some frames, the audio plan and the lint report of a document, and expects only valid numbers. */
export function expectPlayable(document: Document): void {
  const scene = createEvaluator(document);
  const last = totalFrames(document);
  for (const frame of [0, 1, Math.floor(last / 3), Math.floor(last / 2), last - 1]) {
    for (const layer of scene(Math.max(0, frame)).layers) {
      for (const clip of layer.kind === 'clip' ? [layer] : [layer.from, layer.to]) {
        if (clip) expect(Number.isFinite(clip.sourceSec + clip.x + clip.scaleX + clip.opacity)).toBe(true);
        if (clip) expect(clip.sourceSec).toBeGreaterThanOrEqual(0);
      }
    }
  }
  const plan = audioPlan(document, media);
  for (const part of plan.parts) {
    expect(part.lengthSamples).toBeGreaterThan(0);
    expect(part.sourceStartSec).toBeGreaterThanOrEqual(0);
    expect(part.volume[0]?.atSample).toBe(0);
    expect(part.pan[0]?.atSample).toBe(0);
  }
  expect(lint(document, { media }).length).toBeLessThanOrEqual(10);
  expect(suggestedPreviewTimes(document).length).toBeLessThanOrEqual(8);
}
