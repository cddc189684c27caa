import { describe, expect, it } from 'vitest';
import { readCommandLine } from './command-line.ts';
import { adminCommands } from './commands/index.ts';

describe('the help of the admin command line', () => {
  it('is shown without words and with --help, on every command', () => {
    expect(readCommandLine([], adminCommands)).toMatchObject({
      kind: 'help',
      text: expect.stringContaining('account create'),
    });
    expect(readCommandLine(['--help'], adminCommands).kind).toBe('help');
    expect(readCommandLine(['key', '--help'], adminCommands)).toMatchObject({
      text: expect.stringContaining('key mint'),
    });
    for (const { noun, verb, options, summary } of adminCommands) {
      const request = readCommandLine([noun, verb, '--help'], adminCommands);
      if (request.kind !== 'help') throw new Error(`${noun} ${verb} --help ran the command.`);
      expect(request.text).toContain(summary);
      for (const name of Object.keys(options)) expect(request.text).toContain(`--${name}`);
    }
  });
});
