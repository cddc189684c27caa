/**
 * Groups of command-line options, by name. Each command combines some of these groups.
 * @satisfies {Record<string, readonly import('../../infra/bootstrap/command-line.mjs').Option[]>}
 */
export const options = /** @type {const} */ ({
  media: [
    {
      name: 'media',
      value: '<id>=<file>',
      many: true,
      about: 'the file of a source that is no path, such as a media id; any number of times',
    },
    {
      name: 'media-map',
      value: '<file>',
      about: 'a JSON file of such pairs: { "med_1": "intro.mp4" }; files are relative to its folder',
    },
  ],
  variables: [
    {
      name: 'set',
      value: '<name>=<value>',
      many: true,
      about: 'the value of a variable, {{name}} or {{name|default}} in the project; any number of times',
    },
  ],
  service: [
    { name: 'api', value: '<address>', about: 'the service: http://localhost:8787' },
    { name: 'key-file', value: '<file>', about: 'its first line is a key of the service' },
  ],
  output: [{ name: 'output', short: 'o', value: '<file>', about: 'where to write' }],
  size: [
    {
      name: 'resolution',
      value: '<name>',
      choices: ['full', 'half'],
      about: 'full (the default), or half of each side',
    },
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
      about:
        'strict, or a JSON file of limits such as { "maxBlackSec": 0, "maxTruePeakDb": -1 }; ends with 1 when the ' +
        'film breaks one',
    },
  ],
  work: [
    { name: 'slots', value: '<n>', about: 'render processes side by side (default: one a core)' },
    { name: 'no-cache', about: 'use no segments of earlier renders, and keep none for later ones' },
  ],
  film: [
    {
      name: 'format',
      value: '<name>',
      choices: [
        ...[
          'mp4',
          'webm',
          'gif',
          'mp4-hevc',
          'mp4-av1',
          'webm-alpha',
          'mov-prores',
          'webp',
          'mp3',
          'm4a',
          'wav',
          'opus',
        ],
        ...['png-sequence', 'jpeg-sequence', 'poster', 'contact-sheet', 'sprites'],
      ],
      about: "the format (default: by the output's ending)",
    },
    {
      name: 'quality',
      value: '<name>',
      choices: ['draft', 'standard', 'high'],
      about: 'draft: less time, a worse picture; high: twice the bytes and the time (default: standard)',
    },
    {
      name: 'compression',
      value: '<name>',
      choices: ['fast', 'balanced', 'small'],
      about:
        'fast: small edits render little again; small: mostly fewer bytes, three times the processor time (default: balanced; fast with --csv)',
    },
  ],
  smart: [{ name: 'no-smart', about: 'encode all frames, and copy none from unchanged parts of H.264 sources' }],
  table: [
    {
      name: 'csv',
      value: '<file>',
      about: 'a film for each row of this table; its first row names variables, and perhaps reference and name',
    },
  ],
  order: [
    { name: 'destination', value: '<id>', about: 'destination of the finished files; waits until they have arrived' },
    { name: 'dry-run', about: 'print an estimate; nothing is rendered or charged' },
    { name: 'detach', about: 'print the id and exit without waiting' },
  ],
  at: [{ name: 'at', value: '<seconds>', about: 'the time of the frame (default: the first)' }],
});
