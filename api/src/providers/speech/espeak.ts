import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ProviderError } from '../provider-error.ts';
import type { SpeechAdapter } from './speech-adapter.ts';

const run = promisify(execFile);

const MAX_BYTES = 64 * 1_048_576;

/**
 * Speech adapter that runs the local program `espeak-ng`, without network access. Its output is WAV, mono, 22,050 Hz.
 */
export const espeak: SpeechAdapter = {
  name: 'espeak',
  title: 'espeak-ng on this machine',
  variables: {
    ESPEAK_PATH: { type: 'text', fallback: 'espeak-ng', meaning: 'Program that speaks without a network' },
    ESPEAK_VOICE: { type: 'text', fallback: 'en', meaning: 'Voice when a call names neither voice nor language' },
  },
  needs: 'install espeak-ng',
  isReady: ({ ESPEAK_PATH = '' }) =>
    run(ESPEAK_PATH, ['--version'], { timeout: 5_000 }).then(
      () => true,
      () => false,
    ),
  async call({ text, voice, language, format }, { settings, signal }) {
    if (format === 'mp3') throw new ProviderError('unsupported', 'supports only WAV');
    const chosen = voice ?? language ?? settings.ESPEAK_VOICE ?? '';
    // The voice is an argument of the program: a name with a leading dash would be read as an option.
    if (!/^[A-Za-z0-9][A-Za-z0-9+_-]{0,60}$/.test(chosen)) throw new ProviderError('unsupported', 'has no such voice');
    try {
      const speaking = run(settings.ESPEAK_PATH ?? '', ['-v', chosen, '--stdin', '--stdout'], {
        ...{ signal, encoding: 'buffer' as const, maxBuffer: MAX_BYTES, env: { PATH: process.env.PATH ?? '' } },
      });
      speaking.child.stdin?.on('error', () => undefined);
      speaking.child.stdin?.end(text);
      const { stdout } = await speaking;
      if (stdout.length < 100) throw new ProviderError('unsupported', 'has no such voice');
      return { file: { data: withSizes(stdout) }, words: null };
    } catch (cause) {
      if (cause instanceof ProviderError) throw cause;
      if (signal.aborted) throw new ProviderError('timeout', 'did not respond in time', { cause });
      throw new ProviderError('unsupported', 'could not speak the text: the voice or the language is not installed', {
        cause,
      });
    }
  },
};

/** Writes the two size fields of a WAV file. A WAV written to a pipe has no valid sizes. */
function withSizes(wav: Buffer): Buffer {
  const data = wav.indexOf('data', 12, 'latin1');
  if (data < 0) throw new ProviderError('malformed', 'created no WAV file');
  const fixed = Buffer.from(wav);
  fixed.writeUInt32LE(fixed.length - 8, 4);
  fixed.writeUInt32LE(fixed.length - data - 8, data + 4);
  return fixed;
}
