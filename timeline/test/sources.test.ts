import { describe, expect, it } from 'vitest';
import { EXAMPLE_MEDIA, exampleContext, exampleProject } from '../src/commands/examples.ts';
import { COMMANDS } from '../src/commands/index.ts';
import { ClipSchema } from '../src/document/clip.ts';
import { type SourceUse, sourcePositions, sourcesAt } from '../src/document/sources.ts';
import type { MediaFacts } from '../src/media/media-facts.ts';
import { reduce } from '../src/reduce.ts';
import { withSource } from './with-source.ts';

/** Sources that the account does not own: media of others, file paths and URLs. */
const FOREIGN = [
  `med_${'f'.repeat(32)}`,
  `/uploads/med_${'f'.repeat(32)}.mp4`,
  '/uploads/../exports/secret.mp4',
  '../../etc/passwd',
  '/etc/passwd',
  'file:///etc/passwd',
  'http://169.254.169.254/latest/meta-data',
  'https://media.example.org/a.mp4',
];

const positions = COMMANDS.flatMap((command) =>
  sourcePositions(command.params).map(({ path, use }) => ({
    command,
    path,
    use,
    name: `${command.op} ${path.join('.')}`,
  })),
);

/**
 * Returns a command that names the source `src` at a position of its parameters. All other parameters are those of the
 * command's first example, or the smallest valid ones.
 */
function commandWith({ command, path }: (typeof positions)[number], src: string) {
  const params = withSource(command.params, path, src, command.examples[0]?.params);
  return { op: command.op, ...Object(params) };
}

function facts(use: SourceUse): MediaFacts {
  const kind = ({ clip: 'video', mask: 'image', lut: 'lut', font: 'font', subtitle: 'subtitle' } as const)[use];
  const [some] = Object.values(EXAMPLE_MEDIA);
  if (!some) throw new Error('The example has no media.');
  return { ...some, kind, mimeType: kind === 'subtitle' ? 'text/vtt' : some.mimeType };
}

describe('a source of somebody else, a path or an address is refused', () => {
  it('at positions of many commands, nested ones too', () => {
    const names = positions.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['updateClip patch.grade.lut.src', 'updateClip patch.mask.src']));
    expect(names).toEqual(expect.arrayContaining(['addEffect params.src', 'importTimeline mediaMap.*']));
    expect(names.length).toBeGreaterThan(25);
  });

  it.each(positions)('$name', (position) => {
    for (const src of FOREIGN) {
      const { result, document } = reduce(exampleProject(), commandWith(position, src), exampleContext());
      expect([src, result.ok, result.error]).toEqual([
        src,
        false,
        expect.stringContaining(`"${src}" is not media of this account. Upload `),
      ]);
      expect(document).toEqual(exampleProject());
    }
  });

  it.each(positions)('$name, and the own one is not', (position) => {
    const own = `med_${'a'.repeat(32)}`;
    const context = exampleContext();
    const media = (src: string) => (src === own ? facts(position.use) : context.media(src));
    const { result } = reduce(exampleProject(), commandWith(position, own), { ...context, media });
    expect(result.error ?? '').not.toContain('not media of this account');
  });

  it.each(sourcePositions(ClipSchema).filter(({ use }) => use !== 'clip'))(
    'in a clip that a timeline file brings: $path',
    ({ path }) => {
      for (const src of FOREIGN) {
        const framemill = { ...Object(withSource(ClipSchema, path, src)), type: 'video', src: 'med_video' };
        const found = importOf(framemill);
        expect([src, found.ok, found.error]).toEqual([
          src,
          false,
          expect.stringContaining('not media of this account'),
        ]);
      }
    },
  );
});

it('what a position names is found by it', () => {
  for (const position of positions) {
    const { op: _, ...params } = commandWith(position, FOREIGN[0] ?? '');
    expect(sourcesAt(sourcePositions(position.command.params), params).map(({ src }) => src)).toContain(FOREIGN[0]);
  }
});

function importOf(stored: Record<string, unknown>) {
  const time = (frames: number) => ({ OTIO_SCHEMA: 'RationalTime.1', rate: 24, value: frames });
  const { id: _id, trackIndex: _track, ...clip } = stored;
  const data = JSON.stringify({
    OTIO_SCHEMA: 'Timeline.1',
    tracks: {
      OTIO_SCHEMA: 'Stack.1',
      children: [
        {
          OTIO_SCHEMA: 'Track.1',
          kind: 'Video',
          children: [
            {
              OTIO_SCHEMA: 'Clip.2',
              metadata: { framemill: { clip } },
              source_range: { OTIO_SCHEMA: 'TimeRange.1', start_time: time(0), duration: time(72) },
              media_reference: { OTIO_SCHEMA: 'ExternalReference.1', target_url: 'med_video' },
            },
          ],
        },
      ],
    },
  });
  return reduce(exampleProject(), { op: 'importTimeline', format: 'otio', data }, exampleContext()).result;
}
