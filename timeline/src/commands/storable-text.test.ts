import { describe, expect, it } from 'vitest';
import { scriptEngine } from '../../test/script-engine.ts';
import type { Command } from '../command/command.ts';
import { findUnstorable } from '../document/storable-text.ts';
import { exportTimeline } from '../interchange/export-timeline.ts';
import { applyCommands } from '../reduce.ts';
import { exampleContext, exampleProject } from './examples.ts';

const scripts = await scriptEngine();
const run = (...commands: Command[]) => applyCommands(exampleProject(), commands, { ...exampleContext(), scripts });
const emojiAfter = (units: number) => `${'x'.repeat(units)}😀 and more`;
const otio = (name: string) => {
  const { clips, tracks, ...project } = exampleProject();
  const named = {
    ...project,
    clips: clips.map((clip) => ({ ...clip, name })),
    tracks: tracks.map((track) => ({ ...track, label: name })),
  };
  return exportTimeline(named, 'otio');
};

describe('texts in a document can be stored', () => {
  it.each<[string, Command]>([
    ['addTextClip', { op: 'addTextClip', text: emojiAfter(39), start: 20, duration: 1 }],
    ['addCaptions', { op: 'addCaptions', words: [{ text: emojiAfter(39), start: 20, end: 21 }] }],
    ['addLowerThird', { op: 'addLowerThird', title: emojiAfter(39), start: 20, duration: 2 }],
    [
      'importSubtitles',
      { op: 'importSubtitles', format: 'srt', data: `1\n00:00:20,000 --> 00:00:21,000\n${emojiAfter(39)}\n` },
    ],
    [
      'importSubtitles',
      { op: 'importSubtitles', format: 'srt', data: `1\n00:00:20,000 --> 00:00:21,000\n${emojiAfter(9_999)}\n` },
    ],
    ['importTimeline', { op: 'importTimeline', format: 'otio', data: otio(emojiAfter(199)) }],
    ['importTimeline', { op: 'importTimeline', format: 'otio', data: otio('\0 and \ud800') }],
  ])('%s cuts between characters where it cuts', (_, command) => {
    const { document, results } = run(command);
    expect(results).toEqual([expect.objectContaining({ ok: true })]);
    expect(findUnstorable(document)).toBeNull();
  });

  it.each(['\\ud800', '\\u0000'])('a command of a script with %s fails, and what came before stays', (text) => {
    const kept: Command = { op: 'addTextClip', text: 'keep', start: 20, duration: 1 };
    const source = `commands.addTextClip({ text: "${text}", start: 30, duration: 2 })`;
    const { document, results } = run(kept, { op: 'runScript', source });
    expect(results.map(({ ok }) => ok)).toEqual([true, false]);
    expect(results[1]?.error).toMatch(/NUL character or a lone surrogate/);
    expect(document.clips.filter(({ textStyle }) => textStyle?.content === 'keep')).toHaveLength(1);
    expect(findUnstorable(document)).toBeNull();
  });
});
