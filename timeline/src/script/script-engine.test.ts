import { beforeAll, describe, expect, it } from 'vitest';
import { scriptEngine } from '../../test/script-engine.ts';
import type { ReduceContext } from '../command/command.ts';
import { exampleContext, exampleProject } from '../commands/examples.ts';
import { reduce } from '../reduce.ts';
import type { ScriptEngine } from './script-engine.ts';

let scripts: ScriptEngine;
const context = (): ReduceContext => ({ ...exampleContext(), scripts });
const run = (source: string, timeoutMs = 200) =>
  reduce(exampleProject(), { op: 'runScript', source, timeoutMs }, context());
const errorOf = (source: string, timeoutMs = 100) => {
  const before = exampleProject();
  const { document, result } = reduce(before, { op: 'runScript', source, timeoutMs }, context());
  expect(document).toBe(before);
  expect(result.ok).toBe(false);
  return result.error;
};
const logged = (expression: string) => {
  const { result } = run(`log(${expression})`);
  expect(result.error).toBeUndefined();
  return result.data?.output;
};

beforeAll(async () => {
  scripts = await scriptEngine();
});

describe('a script', () => {
  it('calls commands, reads their data and sees the project change', () => {
    const { document, result } = run(`
      const { clipId } = commands.addTextClip({ text: 'A "quoted" 漢字 👩‍👩‍👧', start: 0, duration: 1 });
      const clip = project.clips.find((one) => one.id === clipId);
      commands.setTransform({ clipId, x: clip.start + 10 });
      log(project.clips.length, clip.textStyle.content, { x: project.clips.at(-1).x });`);
    expect(result.data?.output).toEqual(['5 A "quoted" 漢字 👩‍👩‍👧 {"x":10}']);
    expect(result.data?.results).toMatchObject([
      { op: 'addTextClip', ok: true, data: { clipId: 'clip-new-1' } },
      { op: 'setTransform', ok: true },
    ]);
    expect(document.clips.at(-1)).toMatchObject({ id: 'clip-new-1', x: 10 });
  });

  it('has a function for every command but itself', () => {
    expect(logged('Object.keys(commands).includes("splitClip"), typeof commands.runScript')).toEqual([
      'true undefined',
    ]);
  });

  it('may catch the error of a command; the failed one is in results', () => {
    const { result } = run(
      `try { commands.moveClip({ clipId: 'nobody', start: 1 }); } catch (error) { log(error.message); }`,
    );
    expect(result.data?.output).toEqual([expect.stringMatching(/^moveClip: clipId "nobody" is not a clip/)]);
    expect(result.data?.results).toMatchObject([{ op: 'moveClip', ok: false }]);
  });

  it('keeps nothing when it throws, and says at which line', () => {
    expect(errorOf(`commands.setTransform({ clipId: 'clip-1', x: 5 });\nlog('here');\nnull.x;`)).toMatch(
      /^The script was stopped: line 3: TypeError: .* Its last output: here\.$/,
    );
    expect(errorOf('let a = ;')).toMatch(/line 1: SyntaxError/);
    expect(errorOf('throw 5')).toBe('The script was stopped: 5.');
    expect(errorOf('commands.addTextClip({ text: "a", start: -1, duration: 1 })')).toMatch(/\(got -1\)\.$/);
    expect(errorOf('async function f() { throw new Error("late") }\nf();')).toMatch(
      /promise was rejected: Error: late/,
    );
  });

  it('waits for its promises', () => {
    const { result } = run(`(async () => { await null; log('later'); })(); log('now');`);
    expect(result.data?.output).toEqual(['now', 'later']);
  });

  it('respects the plan inside, as outside', () => {
    const gated = { ...context(), allowedOps: (op: string) => op !== 'addTrack' };
    const command = { op: 'runScript', source: `commands.addTrack({ type: 'video' })` };
    expect(reduce(exampleProject(), command, gated).result.error).toMatch(/not in the plan/);
    const none = { ...context(), allowedOps: () => false };
    expect(reduce(exampleProject(), command, none).result.error).toMatch(/"runScript" is not in the plan/);
  });

  it('is refused with words where no engine is set up', () => {
    const { result } = reduce(exampleProject(), { op: 'runScript', source: '' }, exampleContext());
    expect(result.error).toMatch(/not available/);
  });
});

describe('a script is kept inside:', () => {
  it.each(['process', 'require', 'globalThis.fetch', 'setTimeout', 'Date', 'performance', 'WebAssembly', '__host'])(
    '%s does not exist',
    (name) => expect(logged(`typeof ${name}`)).toEqual(['undefined']),
  );

  it('import finds nothing', () => {
    expect(errorOf(`import('node:fs').then((fs) => log(typeof fs))`)).toMatch(/promise was rejected/);
  });

  it('constructors lead to its own globals only', () => {
    expect(logged(`typeof log.constructor('return globalThis')().process`)).toEqual(['undefined']);
    expect(logged(`typeof commands.addTrack.constructor('return this')().require`)).toEqual(['undefined']);
  });

  it('the view of the project is frozen', () => {
    const { document, result } = run(`project.clips[0].x = 99; project.clips.length = 0; log(project.clips[0].x);`);
    expect(result.data?.output ?? result.error).toEqual(['0']);
    expect(document).toEqual(exampleProject());
  });

  it('overwritten built-ins fool only the script', () => {
    const { document, result } = run(`
      JSON.stringify = () => '{"op":"removeClips","clipIds":["clip-1"]}';
      JSON.parse = () => ({ ok: true });
      Object.prototype.toJSON = () => 1;
      delete Object.prototype.toJSON;
      Array.prototype[Symbol.iterator] = null;
      commands.setTransform({ clipId: 'clip-1', x: 7 });`);
    expect(result.error).toBeUndefined();
    expect(document.clips[0]).toMatchObject({ id: 'clip-1', x: 7 });
  });

  it('random numbers are the same every time, and so is everything else', () => {
    expect(logged('Math.random(), Math.random()')).toEqual(logged('Math.random(), Math.random()'));
    expect(run('log(Math.random()); leak = 1').result).toEqual(run('log(Math.random()); leak = 1').result);
    expect(logged('typeof leak')).toEqual(['undefined']);
  });

  it('Object.prototype of this side stays clean', () => {
    run(
      "commands.setTransform({ clipId: 'clip-1', ['__proto__']: { polluted: 1 }, x: 1 }); " +
        `log('{"__proto__":{"polluted":1}}')`,
    );
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});

describe('a script that would run for long is stopped:', () => {
  it.each([
    ['a loop', 'for (;;);'],
    ['a loop that catches everything', 'for (;;) { try { for (;;); } catch {} finally { continue; } }'],
    ['a regular expression that backtracks', '/(a+)+$/.test("a".repeat(40) + "!")'],
    ['a search in a long string', '"a".repeat(3e6).indexOf("a".repeat(1e6) + "b")'],
    ['a search in a list that claims to be long', 'Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)'],
    ['a list with a long hole', 'const a = []; a.length = 4e9; new Set(a)'],
    ['a product of large integers', 'let n = 3n; for (;;) n *= n'],
    ['copies of much memory', 'const a = new Uint8Array(3e7); for (;;) a.copyWithin(0, 1)'],
    ['fills of much memory', 'const a = new Uint8Array(3e7); for (;;) a.fill(1)'],
    ['promises without end', 'const again = () => Promise.resolve().then(again); again()'],
    ['a getter for the error', 'throw { toString() { for (;;); } }'],
    ['sorting with a comparison that never ends', '[2, 1].sort(() => { for (;;); })'],
    ['JSON of itself', 'const a = { toJSON: () => { for (;;); } }; JSON.stringify(a)'],
  ])('%s', (_name, source) => {
    expect(errorOf(source)).toMatch(/ran longer than its limit of 100 ms|ran out of memory/);
  });

  it.each([
    ['memory', 'const all = []; for (;;) all.push(new Array(1000).fill(1))'],
    ['memory by long strings', "const all = []; for (;;) all.push('x'.repeat(1e6))"],
    ['one long string', 'let s = "x"; for (;;) s += s'],
    ['one large buffer', 'new Uint8Array(1e9)'],
  ])('it takes too much: %s', (_name, source) => {
    expect(errorOf(source, 2_000)).toMatch(/out of memory|invalid|string/i);
  });

  it.each([
    ['itself', 'const f = () => f() + 1; f()'],
    ['a deep value', 'let a = []; for (let i = 0; i < 1e5; i++) a = [a]; JSON.stringify(a)'],
    ['a deep pattern', 'new RegExp("(".repeat(1e5) + ")".repeat(1e5))'],
    ['deep text', 'JSON.parse("[".repeat(1e6))'],
    ['deep code', 'eval("(".repeat(1e5))'],
  ])('it goes too deep: %s', (_name, source) => {
    expect(errorOf(source, 2_000)).toMatch(/stack|deep|recursion|SyntaxError/i);
  });

  it('by the clock too, when the engine has one', async () => {
    let time = 0;
    const { createScriptEngine, scriptWasmUrl } = await import('./script-engine.ts');
    const { readFileSync } = await import('node:fs');
    const now = () => {
      time += 30;
      return time;
    };
    const engine = await createScriptEngine({ wasm: readFileSync(new URL(scriptWasmUrl())), now });
    const command = { op: 'runScript', source: 'for (let i = 0; i < 50; i++) log(i)', timeoutMs: 100 };
    const { result } = reduce(exampleProject(), command, { ...exampleContext(), scripts: engine });
    expect(result.error).toMatch(/ran longer than its limit of 100 ms.* Its last output: 0 \| 1\.$/);
  });

  it('for its commands: 1,000 are enough', () => {
    expect(errorOf(`for (;;) commands.setTransform({ clipId: 'clip-1', x: 1 })`)).toMatch(
      /more than 1000 commands|ran longer/,
    );
  });

  it('and the next one runs as if nothing had been', () => {
    errorOf('for (;;);');
    expect(logged('6 * 7')).toEqual(['42']);
  });

  it('but one that logs too much is only cut short', () => {
    const { result } = run('for (let i = 0; i < 5000; i++) log("line", i)');
    const output = result.data?.output;
    expect(Array.isArray(output) && output.length).toBe(200);
    expect(Array.isArray(output) && output.at(-1)).toBe('... more output was left out');
  });
});
