import { expect } from 'vitest';
import { falImages, type ImageAdapter, openaiImages, replicateImages, stability } from '../../src/providers/image.ts';
import { anthropicMessages, gemini, type LanguageAdapter, openaiChat } from '../../src/providers/language.ts';
import { elevenlabs, openaiSpeech } from '../../src/providers/speech.ts';
import { pexels, pixabay } from '../../src/providers/stock.ts';
import { deepgram, openaiTranscription } from '../../src/providers/transcription.ts';
import { adapterContract } from './adapter-contract.ts';
import type { VendorAnswer } from './vendor-server.ts';
import { anthropicWire } from './wire/anthropic.ts';
import { deepgramWire } from './wire/deepgram.ts';
import { elevenlabsWire } from './wire/elevenlabs.ts';
import { falWire } from './wire/fal.ts';
import { geminiWire } from './wire/gemini.ts';
import { openaiWire, plannedProgram } from './wire/openai.ts';
import { pexelsWire } from './wire/pexels.ts';
import { pixabayWire } from './wire/pixabay.ts';
import { replicateWire } from './wire/replicate.ts';
import { stabilityWire } from './wire/stability.ts';
import type { Wire } from './wire/wire.ts';

const of = ({ settings, answer: vendor }: Wire) => ({ settings, vendor });

const tool = {
  name: 'submit_program',
  description: 'Takes the program.',
  parameters: { type: 'object', properties: {} },
};
const language: [LanguageAdapter, Wire, VendorAnswer | null][] = [
  [openaiChat, openaiWire, null],
  [
    anthropicMessages,
    anthropicWire,
    { body: { id: 'm', type: 'message', role: 'assistant', content: [], stop_reason: 'refusal' } },
  ],
  [gemini, geminiWire, { body: { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } } }],
];
for (const [adapter, wire, rejection] of language) {
  adapterContract({
    ...{ kind: 'language' as const, adapter, ...of(wire), ...(rejection ? { rejection } : {}) },
    request: { instructions: 'Plan edits.', context: '{}', message: 'add a title', tool },
    check: (result) => expect(result.arguments).toEqual(plannedProgram),
  });
}

const images: [ImageAdapter, Wire, VendorAnswer][] = [
  [openaiImages, openaiWire, { status: 400, body: { error: { code: 'moderation_blocked', message: 'no' } } }],
  [stability, stabilityWire, { status: 403, body: { id: '1', name: 'content_moderation', errors: ['no'] } }],
  [falImages, falWire, { body: { images: [{ url: 'https://x.example/1.png' }], has_nsfw_concepts: [true] } }],
  [
    replicateImages,
    replicateWire,
    { body: { id: 'p', status: 'failed', output: null, error: 'NSFW content detected' } },
  ],
];
for (const [adapter, wire, rejection] of images) {
  adapterContract({
    ...{ kind: 'image' as const, adapter, ...of(wire), rejection },
    request: { prompt: 'a peak', count: 1, aspectRatio: '4:3' as const, transparent: false },
    check({ files }) {
      expect(files).toHaveLength(1);
      expect(files[0]).toSatisfy((file: object) => 'data' in file || 'url' in file);
    },
  });
}
adapterContract({
  ...{ kind: 'image', adapter: stability, ...of(stabilityWire) },
  request: { prompt: 'a lemon', count: 2, aspectRatio: '1:1', transparent: true },
  check: ({ files }) => expect(files).toHaveLength(2),
});

const speech = { text: 'Edit video as data.', voice: null, language: 'en', format: null };
adapterContract({
  ...{ kind: 'speech', adapter: openaiSpeech, ...of(openaiWire), request: speech },
  check({ file, words }) {
    expect(file.data.subarray(0, 3).toString()).toBe('ID3');
    expect(words).toBeNull();
  },
});
adapterContract({
  ...{ kind: 'speech', adapter: elevenlabs, ...of(elevenlabsWire), request: speech },
  check({ words }) {
    expect(words?.map(({ text }) => text)).toEqual(['Edit', 'video', 'as', 'data.']);
    expect(words?.[1]).toEqual({ text: 'video', start: 0.25, end: 0.5 });
  },
});

const transcription = { file: Buffer.from('RIFF'), fileName: 'speech.wav', mimeType: 'audio/wav', language: null };
adapterContract({
  ...{ kind: 'transcription', adapter: openaiTranscription, ...of(openaiWire), request: transcription },
  check(result) {
    expect(result).toMatchObject({ text: 'Edit video', language: 'en' });
    expect(result.words[1]).toEqual({ text: 'video', start: 0.4, end: 0.9 });
  },
});
adapterContract({
  ...{ kind: 'transcription', adapter: deepgram, ...of(deepgramWire), request: transcription },
  check(result) {
    expect(result).toMatchObject({ text: 'Edit video.', language: 'en' });
    expect(result.words[1]).toEqual({ text: 'video.', start: 0.4, end: 0.9 });
  },
});

for (const [adapter, wire] of [[pexels, pexelsWire] as const, [pixabay, pixabayWire] as const]) {
  adapterContract({
    ...{ kind: 'stock' as const, adapter, ...of(wire), request: { query: 'rocks', type: 'photo' as const, page: 1 } },
    check({ items }) {
      expect(items).toHaveLength(1);
      expect(items[0]).toMatchObject({ type: 'photo', durationSec: null });
    },
  });
  adapterContract({
    ...{ kind: 'stock' as const, adapter, ...of(wire), request: { query: 'rocks', type: 'video' as const, page: 1 } },
    check({ items, hasMore }) {
      expect(items[0]).toMatchObject({ type: 'video', durationSec: expect.any(Number) });
      expect(items[0]?.url).toMatch(/hd\.mp4|medium\.mp4/);
      expect(hasMore).toBe(true);
    },
  });
}
