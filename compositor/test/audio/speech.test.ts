import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alignScript, hasPocketsphinx, recogniseSpeech } from '../../src/audio/pocketsphinx.ts';
import { SPEECH_RATE, writeSpeech } from '../../src/audio/write-speech.ts';

const SCRIPT =
  `The morning train was late again, so I bought a coffee and a small cake. While I waited, an old man sat down beside
me and opened a green book. He asked me where I was going. I told him that I was on my way to the coast, to see my
sister for the first time in seven years. He smiled and said that good things are worth the
wait.`.replaceAll('\n', ' ');

const speaker = path.join(import.meta.dirname, 'speak.py');
const canSpeak = spawnSync('python3', [speaker, 'en', '160', 'hi', '/dev/null'], { stdio: 'ignore' }).status === 0;
const canListen = await hasPocketsphinx();
if (!canSpeak || !canListen) {
  const missing = [
    ...(canSpeak ? [] : ['python3 with libespeak-ng.so.1']),
    ...(canListen ? [] : ['pocketsphinx and its model']),
  ];
  process.stderr.write(`Tests of speech are left out: this machine lacks ${missing.join(' and ')}.\n`);
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'speech-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/**
 * Synthesizes a text as speech into `speech.raw`, with white noise `noiseDb` below it. Returns the words and their true
 * start times.
 */
async function speak(text: string, voice: string, pace: number, noiseDb: number) {
  const wav = path.join(folder, 'speech.wav');
  const said = execFileSync('python3', [speaker, voice, String(pace), text, wav], { encoding: 'utf8' });
  const file = await readFile(wav);
  addNoise(file, noiseDb);
  await writeFile(wav, file);
  const speech = path.join(folder, 'speech.raw');
  await writeSpeech(wav, speech, 600);
  const events: { at: number; startSec: number }[] = JSON.parse(said).words;
  const startOf = new Map(events.map(({ at, startSec }) => [at, startSec]));
  // espeak speaks some small words as one with the next: those have no event.
  const words = [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    word,
    startSec: startOf.get(index) ?? null,
  }));
  return { speech, words };
}

function addNoise(wav: Buffer, belowDb: number) {
  const count = (wav.length - 44) / 2;
  let energy = 0;
  for (let index = 0; index < count; index += 1) energy += wav.readInt16LE(44 + index * 2) ** 2;
  // White noise between -a and a has the level a / sqrt(3).
  const peak = Math.sqrt((3 * energy) / count) * 10 ** (-belowDb / 20);
  let seed = 1;
  for (let index = 0; index < count; index += 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    const noisy = wav.readInt16LE(44 + index * 2) + ((seed / 2_147_483_648) * 2 - 1) * peak;
    wav.writeInt16LE(Math.round(Math.max(-32_768, Math.min(32_767, noisy))), 44 + index * 2);
  }
}

const share = (errors: number[]) => errors.filter((error) => Math.abs(error) <= 0.12).length / errors.length;
const errorsOf = (words: { startSec: number | null }[], found: { index: number; startSec: number }[]) =>
  found.flatMap(({ index, startSec }) => {
    const truth = words[index]?.startSec ?? null;
    return truth === null ? [] : [startSec - truth];
  });

describe.skipIf(!canSpeak || !canListen)('speech', () => {
  for (const { name, spoken, tags } of [
    { name: 'one at two speeds, one at a third', spoken: { 'en-us': [130, 200], 'en+f3': [160] }, tags: [] },
    { name: 'both at three speeds', spoken: { 'en-us': [130, 160, 200], 'en+f3': [130, 160, 200] }, tags: 'full' },
  ])
    it(
      `finds 90 % of the words of a script within 120 ms, of two voices, ${name}, with noise 20 dB below`,
      { tags, timeout: 300_000 },
      () => expectAligned(spoken),
    );

  async function expectAligned(spoken: Record<string, readonly number[]>): Promise<void> {
    const figures: string[] = [];
    const all: number[] = [];
    for (const [voice, paces] of Object.entries(spoken)) {
      for (const pace of paces) {
        const { speech, words } = await speak(SCRIPT, voice, pace, 20);
        const found = await alignScript(
          speech,
          words.map(({ word }) => word),
          folder,
          () => undefined,
        );
        expect(found, `${voice} ${pace}`).toHaveLength(words.length);
        const errors = errorsOf(words, found);
        all.push(...errors);
        figures.push(`${voice} at ${pace} words a minute: ${(share(errors) * 100).toFixed(1)} % of ${errors.length}`);
      }
    }
    process.stdout.write(`Words within 120 ms: ${figures.join('; ')}; all ${(share(all) * 100).toFixed(1)} %\n`);
    expect(share(all)).toBeGreaterThanOrEqual(0.9);
  }

  it('leaves out words that the dictionary lacks, and finds their neighbours', async () => {
    const text =
      'Please give the blue book to Zorblaxian Quimbledorf before the end of the long day, and then come home.';
    const { speech, words } = await speak(text, 'en-us', 150, 30);
    const found = await alignScript(
      speech,
      words.map(({ word }) => word),
      folder,
      () => undefined,
    );
    expect(words.flatMap(({ word }, index) => (found.some((one) => one.index === index) ? [] : [word]))).toEqual([
      'Zorblaxian',
      'Quimbledorf',
    ]);
    expect(share(errorsOf(words, found))).toBeGreaterThanOrEqual(0.8);
  });

  it('finds numbers and words with hyphens as they are spoken', async () => {
    const { speech, words } = await speak('In 1984 a well-known man had 42 green books and 7 cats.', 'en-us', 150, 30);
    const found = await alignScript(
      speech,
      words.map(({ word }) => word),
      folder,
      () => undefined,
    );
    expect(found).toHaveLength(words.length);
  });

  it('finds nothing of a script in another language, and does not even listen', async () => {
    const script = 'Morgen fahren wir mit dem Zug ans Meer und besuchen unsere Schwester'.split(' ');
    expect(await alignScript('/nowhere/at/all.raw', script, folder, () => undefined)).toEqual([]);
  });

  it('writes down what is said, with times, not all of it rightly', async () => {
    const { speech, words } = await speak('He smiled and said that good things are worth the wait.', 'en-us', 130, 40);
    const audible = await recogniseSpeech(speech, () => undefined);
    const said = new Set(words.map(({ word }) => word.toLowerCase().replace('.', '')));
    expect(audible.filter(({ text }) => said.has(text)).length).toBeGreaterThan(3);
    for (const { startSec, endSec } of audible) expect(endSec).toBeGreaterThan(startSec);
  });
});

describe('the sound that is listened to', () => {
  it('is as long as the file, in 16,000 samples a second, and keeps what speech is made of', async () => {
    const wav = path.join(folder, 'tones.wav');
    const out = path.join(folder, 'tones.raw');
    execFileSync('ffmpeg', [
      '-v',
      'error',
      '-y',
      '-f',
      'lavfi',
      '-i',
      'aevalsrc=0.25*sin(2*PI*1000*t)+0.25*sin(2*PI*15000*t):s=44100:d=2.5',
      wav,
    ]);
    expect(await writeSpeech(wav, out, 60)).toBeCloseTo(2.5, 2);
    expect((await stat(out)).size / 2 / SPEECH_RATE).toBeCloseTo(2.5, 2);
    const samples = await readFile(out);
    const level = (hertz: number) => {
      let [real, imaginary] = [0, 0];
      const count = SPEECH_RATE;
      for (let index = 0; index < count; index += 1) {
        const value = samples.readInt16LE((index + 8_000) * 2) / 32_768;
        real += value * Math.cos((2 * Math.PI * hertz * index) / SPEECH_RATE);
        imaginary += value * Math.sin((2 * Math.PI * hertz * index) / SPEECH_RATE);
      }
      return (2 * Math.hypot(real, imaginary)) / count;
    };
    expect(level(1_000)).toBeCloseTo(0.25, 2);
    // 15 kHz folds down to 1 kHz at 16,000 samples a second: without the low-pass it would add up, or cancel.
    expect(level(1_000)).toBeLessThan(0.26);
  });

  it('refuses a file that is too long', async () => {
    const wav = path.join(folder, 'long.wav');
    execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'anullsrc=r=48000:cl=stereo', '-t', '30', wav]);
    await expect(writeSpeech(wav, path.join(folder, 'long.raw'), 2)).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
