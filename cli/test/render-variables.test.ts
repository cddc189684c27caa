import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from '@framemill/testing/images';
import { afterAll, describe, expect, it } from 'vitest';
import { box, openRenderFolder, tone } from './render-folder.ts';

const { folder, render, project, close } = openRenderFolder();
afterAll(close);

function titleOf(content: string, start: number, duration: number) {
  return { id: 'title', type: 'text', start, duration, trackIndex: 2, textStyle: { content, color: '#fff' } };
}

// Each case starts processes of its own, on machines that may be busy with other suites.
describe('values of variables on the command line', () => {
  it('puts values of variables in, and names those that are unknown or missing', () => {
    const title = titleOf('{{word}}{{end|!}}', 0, 0.2);
    const file = project('card.json', [title, { ...tone, duration: 0.2 }], (document) => ({
      document,
      mediaRoot: 'sounds',
    }));
    const wrong = render(file, '-o', join(folder, 'card.mp4'), '--set', 'wort=Hi');
    expect(wrong.status).toBe(1);
    expect(wrong.stderr).toContain('has no variables wort. Values for word are missing. The project has: word, end.');
    const sizes = ['I', 'WWWWWWWWWW', 'I'].map((word, n) => {
      const outPath = join(folder, `card-${n}.mp4`);
      const { status, stderr } = render(file, '-o', outPath, '--set', `word=${word}`, '--slots', '1');
      expect({ status, stderr: stderr.includes('Error') }).toEqual({ status: 0, stderr: false });
      return readFileSync(outPath);
    });
    expect(sizes[0]?.equals(sizes[2] ?? Buffer.alloc(0))).toBe(true);
    expect(sizes[0]?.equals(sizes[1] ?? Buffer.alloc(0))).toBe(false);
  });

  it('renders a film for each row of a table, what they share once, and the same bytes as each alone', () => {
    const title = titleOf('Hi {{who}}{{end|!}}', 1, 1);
    const file = project('cards.json', [box(3), title, { ...tone, duration: 2 }], (document) => ({
      document,
      mediaRoot: 'sounds',
    }));
    const table = join(folder, 'rows.csv');
    writeFileSync(table, 'reference,who,end\nann/1,Ann,\nbob,Bob,?\nann,Ann,\n');
    const out = join(folder, 'card-{reference}.mp4');
    const { status, stdout, stderr } = render(file, '--csv', table, '-o', out, '--slots', '2');
    expect({ status, error: stderr.includes('Error') }).toEqual({ status: 0, error: false });
    // Three segments a film: the first and the last are the same in all, and the third film is the first one again.
    expect(stdout).toContain('3 films, 270 frames; 4 of 9 segments rendered');
    const film = (name: string) => readFileSync(join(folder, `card-${name}.mp4`));
    expect(film('ann-1').equals(film('ann'))).toBe(true);
    const alone = join(folder, 'alone.mp4');
    expect(
      render(file, '-o', alone, '--compression', 'fast', '--set', 'who=Bob', '--set', 'end=?', '--slots', '1').status,
    ).toBe(0);
    expect(film('bob').equals(readFileSync(alone))).toBe(true);
  });

  it('puts numbers and colours in, of a table too, and names those of another type with the row', async () => {
    const square = {
      ...{ id: 'square', type: 'shape', start: 0, duration: 0.1, trackIndex: 0 },
      shape: { kind: 'rectangle', width: 40, height: 40, fill: '#000000' },
      variables: { 'shape.fill': '{{brand|#00ff00}}', x: '{{place|0}}', scale: '{{size}}' },
    };
    const file = project('typed.json', [square]);
    /** Returns the colours in the middle of the frame and 40 pixels to the left of it. */
    const seen = async (path: string) => {
      const { data, width } = await decode(readFileSync(path));
      return [64, 24].map((x) => {
        const at = (36 * width + x) * 3;
        const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
        return [red, green, blue].map((value) => (value > 127 ? 1 : 0)).join('');
      });
    };
    const still = join(folder, 'typed.jpg');
    const set = ['--set', 'brand=rgb(255 0 0)', '--set', 'place=-40', '--set', 'size= 5e-1 '];
    expect(render(file, '-o', still, ...set)).toMatchObject({ status: 0 });
    expect(await seen(still)).toEqual(['000', '100']);
    expect(render(file, '-o', still, '--set', 'size=3')).toMatchObject({ status: 0 });
    expect(await seen(still)).toEqual(['010', '010']);
    for (const [pair, message] of [
      ['size=large', /size must be a number from 0 to 100 \(got "large"\)/],
      ['size=101', /size must be a number from 0 to 100 \(got "101"\)/],
      ['brand=url(//x)', /brand must be a CSS colour, such as #rrggbb or a name \(got "url\(\/\/x\)"\)/],
    ] as const) {
      expect(render(file, '-o', still, '--set', pair)).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(message),
      });
    }
    const table = join(folder, 'typed.csv');
    writeFileSync(table, 'reference;brand;place;size\na;blue;;1\nb;no colour;0;1\nc;;-40;.5\n');
    const rows = render(file, '--csv', table, '-o', join(folder, 'typed-{reference}.jpg'));
    expect(rows.status).toBe(1);
    expect(rows.stderr).toMatch(/Row 3: .*brand must be a CSS colour.*\(got "no colour"\)/);
    expect(await seen(join(folder, 'typed-a.jpg'))).toEqual(['001', '000']);
    expect(await seen(join(folder, 'typed-c.jpg'))).toEqual(['000', '010']);
    expect(existsSync(join(folder, 'typed-b.jpg'))).toBe(false);
  });

  it('refuses tables that do not fit, before anything is rendered', () => {
    const file = project('table.json', [titleOf('{{who}}', 0, 0.2)]);
    const table = join(folder, 'wrong.csv');
    const run = (text: string, out = 'wrong-{index}.mp4', ...more: string[]) => {
      writeFileSync(table, text);
      return render(file, '--csv', table, '-o', join(folder, out), ...more).stderr;
    };
    expect(run('town\nGraz')).toMatch(/no variables town. Columns for who are missing/);
    expect(run('who\nAnn', 'same.mp4')).toMatch(/-o needs a field in braces/);
    expect(run('who\nAnn', 'x-{whom}.mp4')).toMatch(/-o contains {whom}, but the table has only {who}/);
    expect(run('reference,who\na,Ann\nA,Bob', 'x-{reference}.mp4')).toMatch(/Rows 2 and 3 .* both be written/);
    expect(run('who\nAnn', 'x-{index}.mp4', '--set', 'who=Ann')).toMatch(/--csv and --set cannot be combined/);
    expect(readdirSync(folder).filter((name) => /^(?:x|wrong)-/.test(name))).toEqual([]);
  });
});
