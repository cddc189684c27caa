/** Longest file that one command takes, in characters. */
const MOST_CHARACTERS = 900_000;

/** The command that brings a file of another editor into a project. Throws for a name whose ending says nothing, and for long files. */
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
