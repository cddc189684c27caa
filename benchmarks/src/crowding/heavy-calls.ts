import type { Random } from '@framemill/scheduler/simulator';
import { type Attack, form, get, json, mcp, rpc, tool } from './attack.ts';

const repeat = <T>(count: number, of: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => of(n));
const commandsOf = (project: string, commands: object[], more: object = {}) =>
  json('POST', `/v1/projects/${project}/commands`, { commands, dryRun: true, ...more });
const validateOf = (project: string, commands: object[]) =>
  json('POST', `/v1/projects/${project}/validate`, { commands });
const move = (n: number, x: number) => ({ op: 'setTransform', clipId: `clip_${n}`, x });
const title = (text: string, n = 0) => ({ op: 'addTextClip', text, start: n, duration: 1 });
const fresh = (random: Random, letters: number) =>
  repeat(Math.ceil(letters / 8), () => Math.floor(random.next() * 2 ** 31).toString(36)).join(' ');
const cues = (count: number) =>
  repeat(count, (n) => `${n + 1}\n00:${clock(n)},000 --> 00:${clock(n)},900\nCue ${n}\n`).join('\n');
const clock = (n: number) => `${String(Math.floor(n / 60) % 60).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`;
const words = (count: number) => repeat(count, (n) => ({ text: `word${n}`, start: n * 0.3, end: n * 0.3 + 0.2 }));
const agent = (projectId: string, message: string) =>
  json('POST', '/v1/ai/agent', { projectId, message, dryRun: true });
const script = (source: string, timeoutMs = 5_000) => ({ op: 'runScript', source, timeoutMs });

/**
 * Hand-written attacks with the calls that are most expensive for the API. Their sizes are below and above the limit up
 * to which the API processes a call on its main thread.
 */
export const heavyCalls: readonly Attack[] = [
  {
    name: 'html page of 10,000 clips',
    make: ({ clips10000 }) => get(`/v1/projects/${clips10000}/preview?format=html`),
  },
  { name: 'html page of 1,000 clips', make: ({ clips1000 }) => get(`/v1/projects/${clips1000}/preview?format=html`) },
  { name: 'html page of 30 clips', make: ({ clips30 }) => get(`/v1/projects/${clips30}/preview?format=html`) },
  { name: 'html page of long texts', make: ({ texts }) => get(`/v1/projects/${texts}/preview?format=html`) },
  { name: 'facts of 10,000 clips', make: ({ clips10000 }) => get(`/v1/projects/${clips10000}/preview`) },
  { name: 'facts of 200 clips', make: ({ clips200 }) => get(`/v1/projects/${clips200}/preview`) },
  { name: 'facts of long texts', make: ({ texts }) => get(`/v1/projects/${texts}/preview`) },
  {
    name: 'frame of 1,000 clips',
    make: ({ clips1000 }, random) => get(`/v1/projects/${clips1000}/preview?at=${random.next() * 100}`),
  },
  { name: 'document of 10,000 clips', make: ({ clips10000 }) => get(`/v1/projects/${clips10000}?view=document`) },
  { name: 'document of 200 clips', make: ({ clips200 }) => get(`/v1/projects/${clips200}?view=document`) },
  { name: 'document of key frames', make: ({ keyframes }) => get(`/v1/projects/${keyframes}?view=document`) },
  { name: 'list with clips', make: () => get('/v1/projects?view=clips&limit=100') },
  { name: 'list of summaries', make: () => get('/v1/projects?limit=100') },
  {
    name: 'list with a wrong cursor',
    accepts: [400],
    make: (_, random) => get(`/v1/projects?cursor=${fresh(random, 150).replaceAll(' ', '')}`),
  },
  {
    name: 'rename 10,000 clips',
    make: ({ clips10000 }, random) => json('PATCH', `/v1/projects/${clips10000}`, { name: `n${random.next()}` }),
  },
  { name: 'check one move of 10,000 clips', make: ({ clips10000 }) => validateOf(clips10000, [move(3, 5)]) },
  {
    name: 'check 200 moves of 200 clips',
    make: ({ clips200 }, random) =>
      validateOf(
        clips200,
        repeat(200, (n) => move(n, random.next() * 100)),
      ),
  },
  {
    name: '200 titles on 200 clips',
    make: ({ clips200 }, random) =>
      commandsOf(
        clips200,
        repeat(200, (n) => title(fresh(random, 20), n)),
      ),
  },
  {
    name: '80 titles on 30 clips',
    make: ({ clips30 }, random) =>
      commandsOf(
        clips30,
        repeat(80, (n) => title(fresh(random, 60), n)),
      ),
  },
  {
    name: 'long new titles',
    make: ({ empty }, random) =>
      validateOf(
        empty,
        repeat(20, (n) => title(fresh(random, 990), n)),
      ),
  },
  {
    name: 'titles of 9,000 letters',
    make: ({ empty }, random) =>
      validateOf(
        empty,
        repeat(5, (n) => title(fresh(random, 9_000), n)),
      ),
  },
  {
    name: 'texts replaced 200 times',
    make: ({ clips200 }) =>
      validateOf(
        clips200,
        repeat(100, (n) => ({ op: 'replaceText', find: n % 2 ? 'Clip' : 'clap', replace: n % 2 ? 'clap' : 'Clip' })),
      ),
  },
  {
    name: 'texts replaced by long ones',
    make: ({ clips200 }) =>
      validateOf(
        clips200,
        repeat(10, () => ({ op: 'replaceText', find: 'i', replace: 'ii'.repeat(40) })),
      ),
  },
  {
    name: 'patterns that look like expressions',
    make: ({ texts }) =>
      validateOf(
        texts,
        repeat(50, () => ({ op: 'replaceText', find: '(a+)+$', replace: 'b', matchCase: false })),
      ),
  },
  {
    name: 'tracks doubled',
    make: ({ clips30 }) =>
      validateOf(
        clips30,
        repeat(200, () => ({ op: 'duplicateTrack', trackId: 2 })),
      ),
  },
  {
    name: 'key frames set',
    make: ({ empty }) =>
      validateOf(empty, [
        title('x'),
        ...repeat(20, () => ({
          op: 'setKeyframes',
          clipId: 'clip_0',
          prop: 'x',
          keyframes: repeat(40, (n) => ({ time: n, value: n })),
        })),
      ]),
  },
  { name: 'captions of 600 words', make: ({ empty }) => validateOf(empty, [{ op: 'addCaptions', words: words(600) }]) },
  {
    name: 'captions of 9,000 words',
    make: ({ empty }) => validateOf(empty, [{ op: 'addCaptions', words: words(9_000) }]),
  },
  {
    name: 'subtitles of 60 cues',
    make: ({ empty }) => validateOf(empty, [{ op: 'importSubtitles', format: 'srt', data: cues(60) }]),
  },
  {
    name: 'subtitles of 15,000 cues',
    make: ({ empty }) => validateOf(empty, [{ op: 'importSubtitles', format: 'srt', data: cues(15_000) }]),
  },
  {
    name: 'timeline of 900 kB',
    make: ({ empty }) =>
      validateOf(empty, [
        {
          op: 'importTimeline',
          format: 'edl',
          data: `TITLE: x\n${'001  AX V C 00:00:00:00 00:00:01:00 00:00:00:00 00:00:01:00\n'.repeat(14_000)}`,
        },
      ]),
  },
  {
    name: 'timeline of deep XML',
    make: ({ empty }) => validateOf(empty, [{ op: 'importTimeline', format: 'fcpxml', data: '<a>'.repeat(10_000) }]),
  },
  { name: 'endless script', make: ({ empty }) => validateOf(empty, [script('for (;;) {}')]) },
  {
    name: 'script that fills memory',
    make: ({ empty }) => validateOf(empty, [script("const a = []; for (;;) a.push('x'.repeat(1e6));")]),
  },
  {
    name: 'script on 10,000 clips',
    make: ({ clips10000 }) => validateOf(clips10000, [script('log(project.clips.length)')]),
  },
  {
    name: 'new project of 200 titles',
    make: (_, random) =>
      json('POST', '/v1/projects', { name: 'crowd', commands: repeat(200, (n) => title(fresh(random, 12), n)) }),
  },
  { name: 'new projects', make: () => json('POST', '/v1/projects', { name: 'crowd' }) },
  {
    name: 'body of 1 MB, arrays',
    make: ({ empty }) => ({
      method: 'POST',
      path: `/v1/projects/${empty}/validate`,
      body: `{"commands":[${'[],'.repeat(300_000)}[]]}`,
    }),
  },
  {
    name: 'body of 60 kB, arrays',
    make: ({ empty }) => ({
      method: 'POST',
      path: `/v1/projects/${empty}/validate`,
      body: `{"commands":[${'[],'.repeat(19_000)}[]]}`,
    }),
  },
  {
    name: 'body of 60 kB, deep',
    make: ({ empty }) => ({
      method: 'POST',
      path: `/v1/projects/${empty}/validate`,
      body: `{"commands":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
    }),
  },
  {
    name: 'body of 60 kB, escapes',
    make: ({ empty }) => ({
      method: 'POST',
      path: `/v1/projects/${empty}/validate`,
      body: `{"commands":[{"op":"x","a":"${'\\u0061'.repeat(9_800)}"}],"\\u005f_proto":1}`,
    }),
  },
  {
    name: 'body of 60 kB, keys',
    make: ({ empty }) =>
      validateOf(empty, [{ op: 'addTextClip', ...Object.fromEntries(repeat(4_000, (n) => [`key${n}`, n])) }]),
  },
  {
    name: 'sources of nobody',
    make: ({ empty }, random) =>
      validateOf(
        empty,
        repeat(150, () => ({
          op: 'addClip',
          type: 'video',
          src: `med_${fresh(random, 80)
            .replaceAll(' ', '')
            .slice(0, 32)
            .padEnd(32, '0')
            .replace(/[^0-9a-f]/g, 'a')}`,
          start: 0,
          duration: 1,
        })),
      ),
  },
  { name: 'render of 10,000 clips', make: ({ clips10000 }) => json('POST', '/v1/renders', { projectId: clips10000 }) },
  { name: 'render of nothing', accepts: [400], make: ({ empty }) => json('POST', '/v1/renders', { projectId: empty }) },
  { name: 'list of renders', make: () => get('/v1/renders?limit=100') },
  { name: 'list of media', make: () => get('/v1/media?limit=100') },
  {
    name: 'upload of 1 MB',
    accepts: [400],
    make: () => ({ method: 'POST', path: '/v1/media/uploads', ...form(1_000_000) }),
  },
  { name: 'import from nowhere', make: () => json('POST', '/v1/media/import', { url: 'http://127.0.0.1:1/x.mp4' }) },
  { name: 'workspaces made', make: (_, random) => json('POST', '/v1/workspaces', { name: `w${random.next()}` }) },
  { name: 'list of workspaces', make: () => get('/v1/workspaces') },
  { name: 'usage', make: () => get('/v1/usage') },
  { name: 'me', make: () => get('/v1/me') },
  { name: 'commands described', make: () => get('/v1/schema/commands') },
  { name: 'tools listed to assistants', make: () => mcp(rpc('tools/list')) },
  {
    name: 'document of 10,000 clips for assistants',
    make: ({ clips10000 }) => mcp(tool('get_project', { projectId: clips10000, view: 'document' })),
  },
  {
    name: 'page of 1,000 clips for assistants',
    make: ({ clips1000 }) => mcp(tool('preview_project', { projectId: clips1000, format: 'html' })),
  },
  {
    name: 'edits of 200 clips by assistants',
    make: ({ clips200 }, random) =>
      mcp(tool('apply_commands', { projectId: clips200, dryRun: true, commands: [title(fresh(random, 60))] })),
  },
  {
    name: 'ten calls of assistants at once',
    make: ({ clips200 }) => mcp(repeat(10, (id) => tool('get_project', { projectId: clips200, view: 'document' }, id))),
  },
  { name: 'body of 3 MB for assistants', make: () => mcp(tool('get_account', { junk: repeat(1_000_000, () => 1) })) },
  {
    name: 'message about 10,000 clips',
    make: ({ clips10000 }) => agent(clips10000, 'make every clip louder, then add a title "Hello" at the top'),
  },
  {
    name: 'message of forty wishes',
    make: ({ clips200 }) =>
      agent(clips200, repeat(40, (n) => `add a title "Hello ${n}" at ${n} seconds`).join(', then ')),
  },
  { name: 'list of plugins', make: () => get('/v1/plugins') },
  { name: 'OpenAPI document', make: () => ({ ...get('/openapi.json'), as: 'nobody' }) },
  { name: 'reference page', make: () => ({ ...get('/docs/reference'), as: 'nobody' }) },
  {
    name: 'search in the documentation',
    make: (_, random) => ({ ...get(`/docs/search?q=${encodeURIComponent(fresh(random, 60))}`), as: 'nobody' }),
  },
  { name: 'webhooks page', make: () => ({ ...get('/docs/webhooks'), as: 'nobody' }) },
  { name: 'script of pages', make: () => ({ ...get('/vendor/timeline.js'), as: 'nobody' }) },
  { name: 'unknown keys', accepts: [401], make: () => ({ ...get('/v1/me'), as: 'stranger' }) },
  {
    name: 'unknown paths',
    accepts: [404],
    make: (_, random) => get(`/v1/${'x'.repeat(1 + Math.floor(random.next() * 1_500))}`),
  },
];
