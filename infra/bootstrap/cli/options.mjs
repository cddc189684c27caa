/**
 * Option of a command: `--name`, or `--name <value>`.
 * @typedef {{ name: string; short?: string; value?: string; about: string; choices?: readonly string[]; takes?: 'file' | 'folder' }} Option
 */

const qualities = ['draft', 'standard', 'high'];
const formats = [
  ...['mp4', 'webm', 'gif', 'mp4-hevc', 'mp4-av1', 'webm-alpha', 'mov-prores', 'webp', 'mp3', 'm4a', 'wav', 'opus'],
  ...['png-sequence', 'jpeg-sequence', 'poster', 'contact-sheet', 'sprites'],
];

/** Options that every command has. */
export const everywhere = /** @type {const} */ ([
  { name: 'json', about: 'print one JSON object with what came of it, on standard output' },
  { name: 'help', short: 'h', about: 'how the command is used' },
]);

/**
 * Options by the name of a group; commands combine these groups.
 * @satisfies {Record<string, readonly Option[]>}
 */
export const options = {
  media: [
    {
      name: 'media',
      value: '<id>=<file>',
      about: 'the file of a source that is no path, such as a media id; any number of times',
    },
    { name: 'media-map', value: '<file>', takes: 'file', about: 'a JSON file of such pairs: { "med_1": "intro.mp4" }' },
  ],
  variables: [
    { name: 'set', value: '<name>=<value>', about: 'the value of a variable of the project; any number of times' },
  ],
  service: [
    { name: 'api', value: '<address>', about: 'the service: http://localhost:8787' },
    { name: 'key-file', value: '<file>', takes: 'file', about: 'its first line is a key of the service' },
  ],
  output: [{ name: 'output', short: 'o', value: '<file>', takes: 'file', about: 'where to write' }],
  size: [
    { name: 'resolution', value: '<name>', choices: ['full', 'half'], about: 'full (the default) or half the sides' },
  ],
  aspect: [
    {
      name: 'aspect',
      value: '<ratio>',
      choices: ['16:9', '9:16', '1:1', '4:5', '4:3', '21:9'],
      about: 'lay the film out for another aspect ratio (default: that of the project)',
    },
  ],
  texts: [
    {
      name: 'captions',
      value: '<where>',
      choices: ['embedded'],
      about: 'the captions as a track of the file (mp4, mov, webm), beside those in the picture',
    },
    { name: 'chapters', about: 'the markers as chapters of the file (mp4, mov, webm)' },
  ],
  qc: [
    {
      name: 'qc',
      value: '<limits>',
      takes: 'file',
      about: 'strict, or a JSON file of limits; ends with 1 when the film breaks one',
    },
  ],
  work: [{ name: 'slots', value: '<n>', about: 'render processes side by side (default: one a core)' }],
  film: [
    { name: 'format', value: '<name>', choices: formats, about: "the format (default: by the output's ending)" },
    { name: 'quality', value: '<name>', choices: qualities, about: 'draft, standard (the default) or high' },
  ],
  smart: [{ name: 'no-smart', about: 'encode all frames, and copy none from unchanged parts of H.264 sources' }],
  table: [
    {
      name: 'csv',
      value: '<file>',
      takes: 'file',
      about: 'a film for each row of this table; its first row names variables',
    },
  ],
  order: [
    { name: 'destination', value: '<id>', about: 'destination of the finished files; waits until they have arrived' },
    { name: 'dry-run', about: 'print an estimate; nothing is rendered or charged' },
    { name: 'detach', about: 'print the id and exit without waiting' },
  ],
  at: [{ name: 'at', value: '<seconds>', about: 'the time of the frame (default: the first)' }],
};
