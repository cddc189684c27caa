import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ffmpeg, ffmpegSpeaks } from '@framemill/testing/ffmpeg';
import type { Service } from '@framemill/testing/service';
import { type Document, type MediaFacts, reduce } from '@framemill/timeline';
import { exampleContext, exampleProject, type NamedExample } from '@framemill/timeline/examples';

/**
 * Project on the service with the content that the command examples start from. Only its ids differ from those of the
 * examples.
 */
export interface ExampleFilm {
  projectId: string;
  /** Project revision that has exactly this content. */
  rev: number;
  document: Document;
  media(src: string): MediaFacts | null;
  mediaName(src: string): string | null;
  /**
   * Returns a function that replaces the ids in an example's commands by the ids of this project. `document` is the
   * project after the example's `given` commands.
   */
  translated(example: NamedExample, document: Document): (value: unknown) => unknown;
}

/**
 * Uploads the three media files that the examples use, waits until their audio is measured, and creates the project.
 */
export async function makeExampleFilm(service: Service): Promise<ExampleFilm> {
  const folder = await mkdtemp(path.join(tmpdir(), 'framemill-example-'));
  const made: Record<string, string> = {};
  const facts = new Map<string, MediaFacts>();
  try {
    for (const [name, file, args] of FILES) {
      const to = path.join(folder, file);
      ffmpeg([...args, to]);
      made[name] = (await service.upload(to)).id;
    }
    for (const id of Object.values(made)) facts.set(id, await measured(service, id));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const commands = [
    { op: 'addClip', type: 'video', src: made.med_video, start: 0, duration: 5, trackIndex: 0 },
    { op: 'addClip', type: 'video', src: made.med_video, start: 5, duration: 5, mediaStart: 5, trackIndex: 0 },
    { op: 'addTextClip', text: 'Hello', start: 1, duration: 3, trackIndex: 2 },
    { op: 'addClip', type: 'audio', src: made.med_music, start: 0, duration: 10, trackIndex: 3 },
    { op: 'addMarkers', markers: [{ time: 2, label: 'Beat' }] },
  ];
  const { project } = await service.call('POST', '/v1/projects', { name: 'Example', commands });
  const { document } = await documentOf(service, project.id);
  const pairs = new Map<string, string>(Object.entries(made));
  for (const [index, { id }] of exampleProject().clips.entries()) pairs.set(id, document.clips[index]?.id ?? '');
  pairs.set('marker-1', document.markers?.[0]?.id ?? '');

  return {
    ...{ projectId: project.id, rev: project.rev, document },
    media: (src) => facts.get(src) ?? null,
    mediaName: (src) => FILES.find(([name]) => made[name] === src)?.[1] ?? null,
    translated({ given = [] }, own) {
      const context = exampleContext();
      const theirs = given.reduce((state, command) => reduce(state, command, context).document, exampleProject());
      const known = new Map(pairs);
      const [from, to] = [idsOf(theirs), idsOf(own)];
      for (const [index, id] of from.entries()) if (!known.has(id)) known.set(id, to[index] ?? '');
      const translate = (value: unknown): unknown => {
        if (typeof value === 'string') return known.get(value) ?? value;
        if (Array.isArray(value)) return value.map(translate);
        if (typeof value !== 'object' || value === null) return value;
        return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, translate(one)]));
      };
      return translate;
    },
  };
}

/** Waits until a media file is ready and its audio and image data are processed. Returns its properties. */
async function measured(service: Service, id: string): Promise<MediaFacts> {
  const { kind, sha256, mimeType, sizeBytes, width, height, durationSec, fps, hasAudio } = await service.ingested(id);
  return { kind, sha256, mimeType, sizeBytes, width, height, durationSec, fps, hasAudio };
}

/** Reads a project's document and revision. */
export async function documentOf(service: Service, id: string): Promise<{ document: Document; rev: number }> {
  return (await service.call('GET', `/v1/projects/${id}?view=document`)).project;
}

/** Returns the ids of a document's clips, groups, effects, markers and compositions in a fixed order. */
function idsOf({ clips, markers = [], compositions = [] }: Document): string[] {
  return [
    ...clips.flatMap(({ id, groupId, effects = [] }) => [id, groupId ?? '', ...effects.map((effect) => effect.id)]),
    ...markers.map(({ id }) => id),
    ...compositions.map(({ id }) => id),
  ];
}

// The `autoDuck` example lowers music only under speech.
const VOICE = ffmpegSpeaks
  ? "flite=text='First you upload your pictures. Then you place them on tracks.':voice=slt,aresample=48000"
  : 'sine=frequency=300:duration=3,aresample=48000';
const AUDIO = `${VOICE},adelay=1000,apad,atrim=duration=12`;
const CODEC = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-shortest'];
const FILES: [name: string, file: string, args: string[]][] = [
  [
    'med_video',
    'talk.mp4',
    ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=30:duration=12', '-f', 'lavfi', '-i', AUDIO, ...CODEC],
  ],
  ['med_image', 'still.png', ['-f', 'lavfi', '-i', 'testsrc2=size=400x300:duration=1', '-frames:v', '1']],
  ['med_music', 'music.wav', ['-f', 'lavfi', '-i', 'sine=frequency=220:sample_rate=16000:duration=60']],
];
