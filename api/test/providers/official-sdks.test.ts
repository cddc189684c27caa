import Anthropic from '@anthropic-ai/sdk';
import { DeepgramClient } from '@deepgram/sdk';
import { ElevenLabsClient } from '@elevenlabs/elevenlabs-js';
import { createFalClient } from '@fal-ai/client';
import { FunctionCallingConfigMode, GoogleGenAI } from '@google/genai';
import OpenAI, { toFile } from 'openai';
import { createClient as createPexelsClient } from 'pexels';
import Replicate from 'replicate';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startVendorServer, type VendorServer } from './vendor-server.ts';
import { anthropicWire } from './wire/anthropic.ts';
import { deepgramWire } from './wire/deepgram.ts';
import { elevenlabsWire } from './wire/elevenlabs.ts';
import { falWire } from './wire/fal.ts';
import { geminiWire } from './wire/gemini.ts';
import { openaiWire, plannedProgram } from './wire/openai.ts';
import { pexelsWire } from './wire/pexels.ts';
import { replicateWire } from './wire/replicate.ts';
import type { Wire } from './wire/wire.ts';

// The adapters are tested against servers of ours that speak for the vendors. They speak as the vendors do when the
// vendors' own libraries can be used with them. Stability and Pixabay have none for JavaScript: their servers follow
// the documentation alone.

let server: VendorServer | undefined;
afterEach(async () => {
  vi.unstubAllGlobals();
  await server?.close();
});

/**
 * Replacement of `fetch` that sends all requests to the local server. Some libraries only call their vendor's own
 * hosts.
 */
const local: typeof fetch = (input, init) => {
  const { pathname, search } = new URL(String(input));
  return real(`${server?.url}${pathname}${search}`, init);
};
const real = fetch;

/** Starts the simulated server of one vendor, and returns the adapter's environment variables for it. */
async function serve(wire: Wire): Promise<Record<string, string>> {
  const started: VendorServer = await startVendorServer((request) => wire.answer(request, started.url));
  server = started;
  return wire.settings(started.url);
}

const parameters = { type: 'object' as const, properties: {} };
const name = 'submit_program';

describe('the official library of', () => {
  it('OpenAI plans, speaks, transcribes, draws and checks prompts with our server', async () => {
    const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseURL } = await serve(openaiWire);
    const client = new OpenAI({ apiKey, baseURL, maxRetries: 0 });
    const completion = await client.chat.completions.create({
      model: 'gpt-6.1-terra',
      messages: [
        { role: 'system', content: 'Plan.' },
        { role: 'user', content: 'add a title' },
      ],
      tools: [{ type: 'function', function: { name, parameters } }],
      tool_choice: { type: 'function', function: { name } },
    });
    const [call] = completion.choices[0]?.message.tool_calls ?? [];
    expect(call?.type === 'function' && JSON.parse(call.function.arguments)).toEqual(plannedProgram);
    const speech = await client.audio.speech.create({
      ...{ model: 'gpt-4o-mini-tts', voice: 'alloy', input: 'Hello', response_format: 'mp3' },
    });
    expect(
      Buffer.from(await speech.arrayBuffer())
        .subarray(0, 3)
        .toString(),
    ).toBe('ID3');
    const transcription = await client.audio.transcriptions.create({
      file: await toFile(Buffer.from('RIFF'), 'a.wav', { type: 'audio/wav' }),
      ...{ model: 'whisper-1', response_format: 'verbose_json', timestamp_granularities: ['word'] },
    });
    expect(transcription.words?.map(({ word }) => word)).toEqual(['Edit', 'video']);
    const images = await client.images.generate({
      ...{ model: 'gpt-image-2.6-flare', prompt: 'a peak', n: 1, size: '1024x1024', output_format: 'png' },
    });
    expect(images.data?.[0]?.b64_json).toMatch(/^iVBORw0KGg/);
    const { results } = await client.moderations.create({ model: 'omni-moderation-latest', input: 'FLAGGED' });
    expect(results[0]?.flagged).toBe(true);
    await expect(new OpenAI({ apiKey: 'wrong', baseURL, maxRetries: 0 }).models.list()).rejects.toThrow('401');
  });

  it('Anthropic plans with our server', async () => {
    const { ANTHROPIC_API_KEY: apiKey, ANTHROPIC_BASE_URL: baseURL } = await serve(anthropicWire);
    const client = new Anthropic({ apiKey, authToken: null, baseURL, maxRetries: 0 });
    const message = await client.messages.create({
      model: 'claude-sonnet-5-5',
      max_tokens: 1_000,
      messages: [{ role: 'user', content: 'add a title' }],
      tools: [{ name, input_schema: parameters }],
      tool_choice: { type: 'auto' },
    });
    const use = message.content.find((block) => block.type === 'tool_use');
    expect([message.stop_reason, use?.input]).toEqual(['tool_use', plannedProgram]);
  });

  it('Google plans with our server', async () => {
    const { GEMINI_API_KEY: apiKey, GEMINI_BASE_URL: url } = await serve(geminiWire);
    const client = new GoogleGenAI({
      apiKey,
      httpOptions: { baseUrl: url?.replace('/v1beta', ''), apiVersion: 'v1beta' },
    });
    const answer = await client.models.generateContent({
      model: 'gemini-3.5-flash-lite',
      contents: 'add a title',
      config: {
        tools: [{ functionDeclarations: [{ name, parametersJsonSchema: parameters }] }],
        toolConfig: {
          functionCallingConfig: { mode: FunctionCallingConfigMode.ANY, allowedFunctionNames: [name] },
        },
      },
    });
    expect(answer.functionCalls?.[0]).toMatchObject({ name, args: plannedProgram });
  });

  it('Replicate makes a picture and a film with our server', async () => {
    const { REPLICATE_API_TOKEN: auth, REPLICATE_BASE_URL: baseUrl } = await serve(replicateWire);
    const client = new Replicate({ auth, baseUrl, useFileOutput: false });
    const begun = await client.predictions.create({
      model: 'black-forest-labs/flux-schnell',
      input: { prompt: 'a peak', num_outputs: 1 },
      wait: 60,
    });
    expect(begun.status).toBe('processing');
    const image = await client.wait(begun, { interval: 10 });
    expect([image.status, image.output]).toEqual(['succeeded', [`${server?.url}/files/out.png`]]);
    const film = await client.run('bytedance/seedance-1-lite', {
      input: { prompt: 'a peak', duration: 5 },
      wait: { mode: 'poll', interval: 10 },
    });
    expect(film).toBe(`${server?.url}/files/out.mp4`);
  });

  it('fal makes a picture and a film with our server', async () => {
    const { FAL_KEY: credentials } = await serve(falWire);
    const client = createFalClient({ credentials, fetch: local, suppressLocalCredentialsWarning: true });
    const image = await client.run('fal-ai/flux/dev', {
      input: { prompt: 'a peak', num_images: 1, image_size: { width: 1_024, height: 768 } },
    });
    expect(Object(image.data).images).toHaveLength(1);
    const endpoint = 'fal-ai/kling-video/v2.1/standard/text-to-video';
    const { request_id: requestId } = await client.queue.submit(endpoint, {
      input: { prompt: 'a peak', duration: '5' },
    });
    expect(await client.queue.status(endpoint, { requestId })).toMatchObject({ status: 'COMPLETED' });
    const film = await client.queue.result(endpoint, { requestId });
    expect(Object(film.data).video.url).toBe(`${server?.url}/files/film.mp4`);
  });

  it('Deepgram transcribes with our server', async () => {
    const { DEEPGRAM_API_KEY: apiKey, DEEPGRAM_BASE_URL: url } = await serve(deepgramWire);
    const client = new DeepgramClient({ apiKey, baseUrl: url });
    const answer = await client.listen.v1.media.transcribeFile(
      { data: Buffer.from('RIFF'), contentType: 'audio/wav' },
      { model: 'nova-3' },
    );
    const { channels } = Object(answer).results;
    expect(channels[0].alternatives[0].words.map((word: { punctuated_word: string }) => word.punctuated_word)).toEqual([
      'Edit',
      'video.',
    ]);
  });

  it('ElevenLabs speaks with our server, and tells when each character is spoken', async () => {
    const { ELEVENLABS_API_KEY: apiKey, ELEVENLABS_BASE_URL: baseUrl } = await serve(elevenlabsWire);
    const client = new ElevenLabsClient({ apiKey, baseUrl, maxRetries: 0 });
    const answer = await client.textToSpeech.convertWithTimestamps('21m00Tcm4TlvDq8ikWAM', {
      ...{ text: 'Hi all', modelId: 'eleven_multilingual_v2', languageCode: 'en', outputFormat: 'mp3_44100_128' },
    });
    expect(Buffer.from(answer.audioBase64, 'base64').subarray(0, 3).toString()).toBe('ID3');
    expect(answer.alignment?.characters.join('')).toBe('Hi all');
    expect(answer.alignment?.characterStartTimesSeconds).toHaveLength(6);
    expect(answer.alignment?.characterEndTimesSeconds).toHaveLength(6);
    const stranger = new ElevenLabsClient({ apiKey: 'wrong', baseUrl, maxRetries: 0 });
    await expect(stranger.textToSpeech.convertWithTimestamps('x', { text: 'Hi' })).rejects.toThrow('401');
  });

  it('Pexels finds photos and videos with our server', async () => {
    const { PEXELS_API_KEY: key = '' } = await serve(pexelsWire);
    vi.stubGlobal('fetch', local);
    const client = createPexelsClient(key);
    const { photos, next_page: next } = Object(await client.photos.search({ query: 'rocks', per_page: 20, page: 1 }));
    expect([photos[0].photographer, photos[0].src.original, Boolean(next)]).toEqual([
      ...['Joey', 'https://images.example.org/1.jpg', true],
    ]);
    const { videos } = Object(await client.videos.search({ query: 'rocks', per_page: 20, page: 2 }));
    expect(videos[0].video_files.map((file: { link: string }) => file.link)).toContain('https://v.example/hd.mp4');
    await expect(createPexelsClient('wrong').photos.search({ query: 'rocks' })).rejects.toThrow('Unauthorized');
  });
});
