/** Maximum length of a file that one command takes, in characters. */
const MOST_CHARACTERS = 900_000;

/**
 * Returns the command that imports another editor's file or subtitles into a project. Throws for a file extension it
 * does not support, and for files above `MOST_CHARACTERS`.
 */
export function importCommand(name: string, data: string) {
  if (data.length > MOST_CHARACTERS) {
    throw new Error(`The file ${name} has ${data.length} characters. At most ${MOST_CHARACTERS} can be imported.`);
  }
  const ending = name.split('.').at(-1)?.toLowerCase();
  switch (ending) {
    case 'otio':
    case 'edl':
      return { op: 'importTimeline', format: ending, data };
    case 'srt':
    case 'vtt':
      return { op: 'importSubtitles', format: ending, data };
    default:
      throw new Error(`The file ${name} cannot be imported. Use a file with the ending .otio, .edl, .srt or .vtt.`);
  }
}
