/** Topic that users ask for and no command covers. */
export interface OtherTopic {
  phrases: string[];
  /** Advice: another tool, a similar command, or a note that the feature does not exist. */
  hint: string;
}

/**
 * Search topics that no command covers: functions of other tools, and features that do not exist. The keywords of a
 * command are defined in the command's own file.
 */
export const OTHER_TOPICS: OtherTopic[] = [
  {
    phrases: ['merge clips', 'join clips', 'combine clips'],
    hint: 'Clips that touch play as one: closeGaps brings them together, groupClips has them move together.',
  },
  {
    phrases: ['lens flare', 'light rays'],
    hint: 'There is no lens flare. Put a picture of one on the video by addSticker, with setBlendMode screen.',
  },
  {
    phrases: ['export', 'render', 'mp4', 'webm', 'save the video', 'download', 'poster', 'thumbnail'],
    hint: 'start_render makes the file, get_render answers its link.',
  },
  {
    phrases: ['gif', 'make a gif'],
    hint: 'start_render with format "gif" makes one; addSticker puts one on the video.',
  },
  { phrases: ['upload', 'import', 'from a url'], hint: 'import_media takes a file from a public address.' },
  {
    phrases: ['my media', 'my videos', 'my files', 'library', 'assets', 'uploads'],
    hint: 'list_media lists and searches what was uploaded.',
  },
  { phrases: ['stock', 'stock footage', 'royalty free music'], hint: 'search_stock finds it, import_media takes it.' },
  {
    phrases: ['undo', 'revert', 'take back'],
    hint: 'apply_commands with the `undo` token of an edit takes it back.',
  },
  {
    phrases: ['transcribe', 'transcription', 'speech to text', 'what is said'],
    hint: 'transcribe_media writes words with their times down; addCaptions shows them.',
  },
  { phrases: ['preview', 'screenshot', 'look at'], hint: 'preview_project shows frames.' },
  {
    phrases: ['text to speech', 'ai voice', 'generate voice', 'tts'],
    hint: 'No tool speaks texts. Import a recording by import_media, then addClip with type audio.',
  },
  {
    phrases: ['generate image', 'generate video', 'ai video'],
    hint: 'No tool generates media. search_stock finds photos, videos and music.',
  },
  {
    phrases: ['stabilise', 'stabilisation', 'shaky footage', 'warp stabiliser'],
    hint:
      'There is no stabilisation: stabilise footage before it is uploaded. A little zoom by setTransform hides ' +
      'small shakes.',
  },
  {
    phrases: ['confetti', 'particles', 'snow', 'rain', 'fireworks'],
    hint:
      'There are no particles. Put a picture or GIF that has them on the video by addSticker, or draw them by ' +
      'addHtmlClip.',
  },
  {
    phrases: ['motion tracking', 'track an object', 'follow a face', 'face detection', 'tracker'],
    hint: 'There is no motion tracking. setKeyframes of x and y make something follow by hand.',
  },
  {
    phrases: ['remove background', 'background removal', 'rotoscope', 'cut out person', 'portrait mode'],
    hint: 'Backgrounds are removed by their colour alone: setChromaKey. setMask shows a shape of the picture.',
  },
  {
    phrases: ['slow motion interpolation', 'optical flow', 'frame interpolation', 'upscale', 'super resolution'],
    hint: 'No frames or details are made up: setSpeed repeats the frames that there are.',
  },
  {
    phrases: ['multicam', 'sync audio', 'synchronise by sound'],
    hint: 'Nothing is synchronised by its sound. slipClip and moveClip place clips by hand.',
  },
  {
    phrases: ['translate', 'dubbing', 'lip sync'],
    hint: 'There is no translation. replaceText and addCaptions take your words.',
  },
];
