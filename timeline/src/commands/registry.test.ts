import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Compile } from '#typebox';
import { scriptEngine } from '../../test/script-engine.ts';
import { parseDocument } from '../document/parse-document.ts';
import { applyCommands, reduce } from '../reduce/reduce.ts';
import { exampleContext, exampleProject } from './example-project.ts';
import { COMMANDS } from './index.ts';

const scripts = await scriptEngine();
const folder = new URL('.', import.meta.url);
const commandFiles = readdirSync(folder)
  .filter((file) => !file.endsWith('.test.ts'))
  .filter((file) => readFileSync(new URL(file, folder), 'utf8').includes('= defineCommand({'));

describe('the registry of commands', () => {
  it('lists every command file, under its own name', () => {
    const kebab = (op: string) => `${op.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;
    expect(COMMANDS.map(({ op }) => kebab(op)).sort()).toEqual(commandFiles.sort());
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
