import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Compile } from '#typebox';
import { scriptEngine } from '../../test/script-engine.ts';
import {
  COMMAND_NEEDS,
  type CommandDefinition,
  type CommandExample,
  type CommandNeed,
} from '../command/define-command.ts';
import { parseDocument } from '../document/parse-document.ts';
import type { MediaFacts } from '../media/media-facts.ts';
import { applyCommands, reduce } from '../reduce.ts';
import { exampleContext, exampleProject } from './examples.ts';
import { COMMANDS, opsNeeding } from './index.ts';

const scripts = await scriptEngine();
const folder = new URL('.', import.meta.url);
const definition = /^export const (\w+) = defineCommand\(\{\n {2}op: '(\w+)',$/gm;
const definitions = readdirSync(folder)
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file) => [...readFileSync(new URL(file, folder), 'utf8').matchAll(definition)]);

describe('the registry of commands', () => {
  it('lists every command file, under its own name', () => {
    expect(definitions.map(([, name]) => name)).toEqual(definitions.map(([, , op]) => op));
    expect(COMMANDS.map(({ op }) => op).sort()).toEqual(definitions.map(([, , op]) => op).sort());
  });

  it.each(COMMANDS)('$op describes itself and each of its parameters', ({ description, params, returns, examples }) => {
    expect(description.length).toBeGreaterThan(20);
    expect(examples.length).toBeGreaterThan(0);
    for (const schema of [...Object.values(params.properties), ...Object.values(returns.properties)]) {
      expect(schema).toHaveProperty('description');
    }
  });

  it('gives each keyword to one command, with parameters that it takes', () => {
    const phrases = COMMANDS.flatMap(({ keywords }) => Object.keys(keywords));
    expect(phrases.filter((phrase, index) => phrases.indexOf(phrase) !== index)).toEqual([]);
    const wrong = COMMANDS.flatMap(({ op, keywords, params }) =>
      Object.entries(keywords).flatMap(([phrase, stated]) =>
        Object.entries(stated).flatMap(([name, value]) => {
          const schema = params.properties[name];
          return schema && Compile(schema).Check(value) ? [] : [`${op}: ${phrase}: ${name}`];
        }),
      ),
    );
    expect(wrong).toEqual([]);
  });

  const examples = COMMANDS.flatMap((command) => command.examples.map((example) => ({ ...example, command })));

  it.each(examples)(
    '$command.op: the example "$title" runs and returns what is declared',
    ({ command, given, params, gives }) => {
      const context = { ...exampleContext(), scripts };
      const { document: before, results } = applyCommands(exampleProject(), given ?? [], context);
      expect(results.filter(({ ok }) => !ok)).toEqual([]);
      const unchanged = structuredClone(before);
      const { document, result } = reduce(before, { ...params, op: command.op }, context);
      expect(result.error).toBeUndefined();
      expect(result.ok).toBe(true);
      expect(document).not.toEqual(before);
      expect(before).toEqual(unchanged);
      expect(parseDocument(document)).toBe(document);
      expect(Compile(command.returns).Errors(result.data ?? {})).toEqual([]);
      if (gives) expect(result.data).toMatchObject(gives);
    },
  );
});

/** Parameters of `importSubtitles` for an uploaded file. The example project has no such file; the test adds one. */
const fromFile = { params: { src: 'titles' } };
const titles: MediaFacts = {
  ...{ kind: 'subtitle', sha256: '0'.repeat(64), mimeType: 'application/x-subrip', sizeBytes: 1, hasAudio: false },
  ...{ width: null, height: null, durationSec: null, fps: null },
};

const fieldOf = { analysis: 'analysis', subtitleFile: 'subtitles', script: 'scripts' } as const;

const examplesOf = ({ op, examples }: CommandDefinition): Pick<CommandExample, 'given' | 'params'>[] =>
  op === 'importSubtitles' ? [...examples, fromFile] : examples;

it.each(COMMANDS.map((command) => [command.op, command] as const))(
  '%s says what it asks its context for',
  (_, command) => {
    const asked = new Set<CommandNeed>();
    for (const { given = [], params } of examplesOf(command)) {
      const { document } = applyCommands(exampleProject(), given, exampleContext());
      const example = exampleContext();
      const context = {
        ...example,
        media: (src: string) => (src === fromFile.params.src ? titles : example.media(src)),
      };
      for (const need of COMMAND_NEEDS) {
        const value = context[fieldOf[need]];
        Object.defineProperty(context, fieldOf[need], { get: () => asked.add(need) && value });
      }
      try {
        applyCommands(document, [{ op: command.op, ...params }], context);
      } catch {
        // Scripts have no engine here.
      }
    }
    expect([...asked].filter((need) => !command.needs.includes(need))).toEqual([]);
    // A script may run any command, and its examples do not run them all.
    if (!command.needs.includes('script')) expect([...asked].toSorted()).toEqual(command.needs.toSorted());
  },
);

it('names the ops by what they need', () => {
  expect([...opsNeeding('script')]).toEqual(['runScript']);
  expect([...opsNeeding('subtitleFile')].toSorted()).toEqual(['importSubtitles', 'runScript']);
});
