import { catalogue } from '@framemill/compositor/capabilities';
import { commandSchema, VOCABULARY } from '@framemill/timeline';
import { describe, expect, it } from 'vitest';
import { searchCommands } from './command-search.ts';
import { findCommands } from './tools/commands.ts';

/** Search queries in users' words. The first result of each query must be one of its `ops`. */
const FIELD: [query: string, ...ops: string[]][] = [
  ['glow', 'addEffect'],
  ['ken burns', 'applyMotionPreset'],
  ['Ken-Burns effect', 'applyMotionPreset'],
  ['crossfade', 'setTransition'],
  ['slow motion', 'setSpeed'],
  ['slow down', 'setSpeed'],
  ['time-lapse', 'setSpeed'],
  ['speed ramp', 'setSpeedRamp'],
  ['karaoke', 'styleCaptions'],
  ['picture in picture', 'applyLayout'],
  ['pip', 'applyLayout'],
  ['green screen', 'setChromaKey'],
  ['greenscreen', 'setChromaKey'],
  ['b-roll', 'addClip'],
  ['jump cut', 'cutRanges'],
  ['remove silence', 'trimSilence'],
  ['voice over', 'addClip'],
  ['voiceover', 'addClip'],
  ['subtitles', 'addCaptions'],
  ['srt file', 'importSubtitles'],
  ['vignette', 'addEffect'],
  ['black and white', 'applyFilter'],
  ['sepia', 'applyFilter'],
  ['speed up', 'setSpeed'],
  ['reverse', 'reverseClip'],
  ['freeze', 'freezeFrame'],
  ['freeze frame', 'freezeFrame'],
  ['zoom', 'applyMotionPreset'],
  ['pan', 'applyMotionPreset'],
  ['fade in', 'applyMotionPreset'],
  ['fade out music', 'setAudioFades'],
  ['fade to black', 'setTransition'],
  ['wipe', 'setTransition'],
  ['whip pan', 'setTransition'],
  ['lower third', 'addLowerThird'],
  ['watermark', 'addSticker'],
  ['logo', 'addSticker'],
  ['crop', 'setCrop'],
  ['rotate', 'setTransform'],
  ['mirror', 'setTransform'],
  ['blur', 'addEffect'],
  ['blur background', 'fitClip'],
  ['letterbox', 'fitClip'],
  ['colour correct', 'setColorGrade'],
  ['color correction', 'setColorGrade'],
  ['LUT', 'setColorGrade'],
  ['brightness', 'setColorGrade'],
  ['mute', 'setVolume'],
  ['background music', 'addClip'],
  ['duck', 'autoDuck'],
  ['normalise', 'normalizeAudio'],
  ['normalize', 'normalizeAudio'],
  ['equaliser', 'setAudioEffects'],
  ['equalizer', 'setAudioEffects'],
  ['reverb', 'setAudioEffects'],
  ['pitch', 'setAudioEffects'],
  ['noise removal', 'setAudioEffects'],
  ['compressor', 'setAudioEffects'],
  ['countdown', 'setTextAnimation'],
  ['counter', 'setTextAnimation'],
  ['typewriter', 'setTextAnimation'],
  ['split screen', 'applyLayout'],
  ['side by side', 'applyLayout'],
  ['grid', 'applyLayout'],
  ['collage', 'applyLayout'],
  ['mask', 'setMask'],
  ['rounded corners', 'setMask'],
  ['drop shadow', 'addEffect'],
  ['outline', 'addEffect'],
  ['gradient', 'addBackground'],
  ['chapter markers', 'addMarkers'],
  ['trim', 'trimClip'],
  ['cut', 'splitClip'],
  ['split', 'splitClip'],
  ['ripple delete', 'removeClips'],
  ['delete', 'removeClips'],
  ['loop', 'loopClip'],
  ['vertical', 'setProjectSettings'],
  ['square', 'setProjectSettings'],
  ['frame rate', 'setProjectSettings'],
  ['captions style', 'styleCaptions'],
  ['emoji', 'addSticker'],
  ['sticker', 'addSticker'],
  ['title', 'addTextClip'],
  ['text', 'addTextClip'],
  ['font', 'setTextStyle'],
  ['arrow', 'addShapeClip'],
  ['heart', 'addShapeClip', 'setMask'],
  ['film grain', 'addEffect'],
  ['pixelate', 'addEffect'],
  ['multiply', 'setBlendMode'],
  ['easeInBounce', 'addKeyframe', 'setKeyframes', 'setTextAnimation', 'setTransition'],
  ['opacity', 'setTransform'],
  ['bigger', 'setTransform'],
  ['volume', 'setVolume'],
  ['remove audio', 'setVolume'],
  ['speed', 'setSpeed'],
  ['move', 'moveClip'],
  ['circle mask', 'setMask'],
  ['timer', 'setTextAnimation'],
  ['intro', 'addTextClip'],
  ['copy effects', 'copyStyle'],
  ['edl', 'importTimeline'],
  ['addTextClip', 'addTextClip'],
  ['how do I make the video play backwards?', 'reverseClip'],
];

describe('find_commands', () => {
  it.each(FIELD)('finds "%s" first as %s', (query, ...ops) => {
    const { commands } = searchCommands(query);
    expect(ops, JSON.stringify(commands.slice(0, 3))).toContain(commands[0]?.op);
  });

  it('says which parameters make what was asked for', () => {
    expect(searchCommands('vignette').commands[0]?.params).toEqual({ type: 'vignette' });
    expect(searchCommands('black and white').commands[0]?.params).toEqual({ preset: 'grayscale' });
    expect(searchCommands('reverb').commands[0]?.params).toEqual({ chain: [{ type: 'reverb' }] });
    expect(searchCommands('crop').commands[0]).not.toHaveProperty('params');
  });

  it('finds a command for every name of the vocabulary', () => {
    const unused = ['clipType', 'trackType', 'styleGroup', 'fadeCurve', 'direction', 'aspectRatio'];
    const names = Object.entries(VOCABULARY).flatMap(([kind, values]) => (unused.includes(kind) ? [] : [...values]));
    const lost = names.filter((name) => name !== 'none' && searchCommands(name).commands.length === 0);
    expect(lost).toEqual([]);
  });

  it.each([
    ['stabilise', /no stabili/],
    ['stabilize shaky footage', /no stabili/],
    ['confetti', /no particles.*addSticker/],
    ['gif', /start_render.*gif/],
    ['export', /start_render/],
    ['upload', /import_media/],
    ['undo', /apply_commands.*undo/],
    ['my videos', /list_media/],
    ['merge clips', /play as one/],
    ['lens flare', /no lens flare/],
    ['motion tracking', /no motion tracking/],
  ])('says what to do about "%s", which no command does', (query, hint) => {
    expect(searchCommands(query).hint).toMatch(hint);
  });

  it('answers what it cannot find with the nearest names and what to ask instead', () => {
    const none = searchCommands('qwzxjkv');
    expect(none).toEqual({ commands: [], hint: expect.stringMatching(/No command.*"qwzxjkv".*without `query`/) });
    const near = searchCommands('vinyette');
    expect(near.commands[0]).toMatchObject({ op: 'addEffect', params: { type: 'vignette' } });
    expect(near.hint).toMatch(/^No command has the name "vinyette"\. The nearest names are vignette/);
    for (const query of ['?', '...', 'the', '日本語'])
      expect(searchCommands(query).hint, query).toContain('without `query`');
  });

  it('lists every command without a query', async () => {
    const { data } = await findCommands.run({}, undefined as never);
    expect((data.commands as object[]).length).toBe(Object.keys(commandSchema(catalogue).commands).length);
  });
});
