import type { TSchema } from '@framemill/timeline/typebox';
import { effects } from '../effects/index.ts';
import type { MediaFiles } from '../media/media-files.ts';
import { effectExamples, effectSeries } from './effect-examples.ts';
import { filterExamples } from './families.ts';
import { exampleDocument } from './gallery-example.ts';

/**
 * Returns the reference page of effects and filters in Markdown. `images` is the folder of the tests' reference images.
 */
export function effectsPage(media: MediaFiles, images: string): string {
  const shown = new Map(effectExamples().map((example) => [example.name, example]));
  const entries = effects.map(({ type, description, params }) => {
    const used = JSON.stringify(shown.get(type)?.commands.at(-1)?.params ?? {});
    return [
      `### ${type}\n`,
      description.replaceAll(/(.{1,120})(?: |$)/g, '$1\n'),
      `![${type}](${images}/effect-${type}.png)\n`,
      `Shown: \`${used}\` on a canvas of 640 x 360.\n`,
      '| parameter | default | range | what |\n|---|---|---|---|',
      ...Object.entries(params.properties).map(([name, schema]) => row(name, schema)),
      '',
      ...seriesOf(type, images),
    ].join('\n');
  });
  const filters = filterExamples().map((example) => {
    const [clip] = exampleDocument(example, media).clips;
    const brought = (clip?.effects ?? []).map(({ type, params }) => `${type} ${JSON.stringify(params)}`);
    const sets = [JSON.stringify(clip?.grade ?? {}), ...brought].map((part) => `\`${part}\``).join('<br>');
    return `| ${example.name} | ![${example.name}](${images}/filter-${example.name}.png) | ${sets} |`;
  });
  return `# Effects and filters

Generated from the definitions in src/effects and from what applyFilter does;
\`pnpm exec vitest run --project compositor test/effects-page.test.ts -u\` writes it anew.
\`npm run gallery\` draws all of them larger, with transitions, blend modes, masks and text animations.

## Effects

They apply in the order of a clip's stack. Lengths are pixels of the document. \`addEffect\` fills defaults in.

${entries.join('\n')}
## Filters

A filter is a colour grade and, for some, effects. At a lower intensity every number goes back towards nothing.

| filter | at full strength | what it sets |
|---|---|---|
${filters.join('\n')}
`;
}

function seriesOf(type: string, images: string): string[] {
  const series = effectSeries(type);
  if (series.length === 0) return [];
  const cells = (cell: (name: string, params: string) => string) =>
    `| ${series.map(({ name, params }) => cell(name, JSON.stringify(params))).join(' | ')} |`;
  return [
    cells((_name, params) => `\`${params}\``),
    `|${'---|'.repeat(series.length)}`,
    cells((name) => `![${name}](${images}/effect-${name}.png)`),
    '',
  ];
}

function row(name: string, schema: TSchema): string {
  const initial: unknown = Reflect.get(schema, 'default');
  const shown = initial === undefined ? 'required' : `\`${String(initial)}\``;
  return `| \`${name}\` | ${shown} | ${rangeOf(schema)} | ${Reflect.get(schema, 'description')} |`;
}

function rangeOf(schema: TSchema): string {
  const names: unknown = Reflect.get(schema, 'enum');
  if (Array.isArray(names)) return names.map((name) => `\`${name}\``).join(', ');
  const [minimum, maximum]: unknown[] = [Reflect.get(schema, 'minimum'), Reflect.get(schema, 'maximum')];
  return typeof minimum === 'number' && typeof maximum === 'number' ? `${minimum} to ${maximum}` : '';
}
