import { execFileSync } from 'node:child_process';
import { catalogue } from '@framemill/compositor/capabilities';
import {
  applyCommands,
  type Clip,
  type Command,
  createDocument,
  type Document,
  type MediaFacts,
} from '@framemill/timeline';
import { expect, it } from 'vitest';
import { projectAsCode } from '../src/editor/panels/project-as-code.ts';
import { projectCommands } from '../src/editor/panels/project-commands.ts';

const media = (src: string): MediaFacts => ({
  ...{ kind: src.startsWith('video') ? 'video' : src.startsWith('music') ? 'audio' : 'image', sha256: src },
  ...{ mimeType: 'x/x', sizeBytes: 1, width: 640, height: 360, durationSec: 60, fps: 30, hasAudio: true },
});

function make(batches: readonly (readonly Command[])[]): Document {
  let count = 0;
  let document = createDocument({ name: 'Film' });
  for (const commands of batches) {
    const newId = (kind: string) => `${kind}-${++count}`;
    const applied = applyCommands(document, commands, { catalogue, media, newId }, { atomic: true });
    expect(applied.results.filter(({ ok }) => !ok)).toEqual([]);
    document = applied.document;
  }
  return document;
}

const film = [
  { op: 'setProjectSettings', aspectRatio: '9:16', fps: 25, background: '#102030' },
  { op: 'addTrack', type: 'video', label: 'Over' },
  { op: 'addClip', type: 'video', src: 'video-1', start: 0, duration: 5, mediaStart: 3, name: 'First' },
  { op: 'addClip', type: 'video', src: 'video-1', start: 5, duration: 5 },
  { op: 'setTransition', clipId: '$3.clipId', type: 'dissolve', duration: 1 },
  { op: 'addEffect', clipId: '$2.clipId', type: 'blur', params: { radius: 4 } },
  { op: 'updateEffect', clipId: '$2.clipId', effectId: '$5.effectId', enabled: false },
  { op: 'setCrop', clipId: '$2.clipId', cropL: 0.1 },
  {
    op: 'setKeyframes',
    clipId: '$3.clipId',
    prop: 'x',
    keyframes: [
      { time: 0, value: -40 },
      { time: 2, value: 0 },
    ],
  },
  { op: 'addTextClip', text: "It's $HOME\n`ls` \\n", start: 1, duration: 3, style: { fontSize: 90, color: '#ff0000' } },
  { op: 'addShapeClip', kind: 'star', start: 2, duration: 4, style: { fill: '#00ff00' } },
  { op: 'groupClips', clipIds: ['$9.clipId', '$10.clipId'] },
  { op: 'setMask', clipId: '$10.clipId', mask: { shape: 'circle', width: 100 } },
  { op: 'addClip', type: 'audio', src: 'music-1', start: 0, duration: 9, volume: 0.5 },
  { op: 'setAudioEffects', clipId: '$13.clipId', chain: [{ type: 'lowpass', params: { frequency: 600 } }] },
  { op: 'addHtmlClip', html: '<b>Hi</b>', css: 'b{color:red}', start: 8, duration: 1 },
  { op: 'addAdjustmentLayer', start: 0, duration: 9 },
  { op: 'setColorGrade', clipId: '$16.clipId', grade: { exposure: 0.5 } },
  { op: 'addMarkers', markers: [{ time: 2, label: 'Beat' }] },
  { op: 'updateTrack', trackId: 3, locked: true, label: 'Music' },
];

/** Returns a document without its ids, its clips sorted by start and track. */
function plain({ clips, tracks, markers, settings }: Document) {
  const groups = new Map<string, number>();
  const groupOf = (id: string) => groups.get(id) ?? groups.set(id, groups.size).get(id);
  const inOrder = clips.toSorted((a, b) => a.start - b.start || a.trackIndex - b.trackIndex);
  const strip = ({ id: _, groupId, effects, ...rest }: Clip) => ({
    ...rest,
    group: groupId === undefined ? null : groupOf(groupId),
    effects: effects?.map(({ id: __, ...effect }) => effect),
  });
  return { settings, tracks, markers: markers?.map(({ id: _, ...marker }) => marker), clips: inOrder.map(strip) };
}

it('makes the same project anew', () => {
  const document = make([film]);
  expect(plain(make(projectCommands(document, { catalogue, media })))).toEqual(plain(document));
});

it('makes tracks that a new project does not have, in their order', () => {
  const document = make([
    [
      { op: 'removeTrack', trackId: 0 },
      { op: 'addTrack', type: 'audio', label: 'Voice', index: 0 },
      { op: 'addTextClip', text: 'Hi', start: 0, duration: 1 },
    ],
  ]);
  const made = make(projectCommands(document, { catalogue, media }));
  expect(made.tracks.map(({ label, type }) => [label, type])).toEqual(
    document.tracks.map(({ label, type }) => [label, type]),
  );
  expect(made.clips).toHaveLength(1);
});

it('is several requests when there is much of it, none above 200 commands', () => {
  const clips = Array.from({ length: 400 }, (_, index) => {
    return { op: 'addTextClip', text: `${index}`, start: index, duration: 1, style: { fontSize: 40 } };
  });
  const document = make([clips]);
  const batches = projectCommands(document, { catalogue, media });
  expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(200);
  expect(plain(make(batches))).toEqual(plain(document));
});

it('is a program in each way: its commands are what a shell and a parser read', () => {
  const batches = projectCommands(make([film]), { catalogue, media });
  const program = { name: "Ann's film", batches: [...batches, [{ op: 'closeGaps' }]], origin: 'http://localhost:8787' };
  const shell = projectAsCode('curl', program)
    .replaceAll(/curl -s --fail-with-body (\S+) \\/g, 'printf "%s\\n" \\')
    .replace('| jq -r .project.id', '')
    .replace(/^echo .*$/m, 'printf "%s" "$id"');
  const said = execFileSync('sh', ['-c', shell], { env: { FRAMEMILL_KEY: 'key' } }).toString();
  expect(said).toContain(`"name": "Ann's film"`);
  expect(said).toContain("It's $HOME\\n`ls` \\\\n");
  const [create, apply] = projectAsCode('mcp', program)
    .split('\n\n')
    .map((text) => JSON.parse(text).params);
  expect([create.name, create.arguments.commands, apply.name]).toEqual([
    'create_project',
    batches[0],
    'apply_commands',
  ]);
  expect(projectAsCode('typescript', program)).toContain("client.POST('/v1/projects/{id}/commands'");
});
