/** Maximum length of a file that one command takes, in characters. */
const MOST_CHARACTERS = 900_000;

/**
 * Returns the command that imports another editor's file or subtitles into a project. Throws for a file extension it
 * does not support, and for files above `MOST_CHARACTERS`.
 */
export function importCommand(name: string, data: string) {
  if (data.length > MOST_CHARACTERS) {
    throw new Error(`${name} has ${data.length} characters; at most ${MOST_CHARACTERS} can be imported at once.`);
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
      throw new Error(`${name} is no OTIO, EDL, SRT or VTT file by its name.`);
  }
}
