import { countText } from './format.ts';

/** Words that sentence case would spell wrongly, by their lower-case form. */
const SPELLINGS: Record<string, string> = {
  ...{
    color: 'colour',
    grayscale: 'greyscale',
    normalize: 'normalise',
    posterize: 'posterise',
    capitalize: 'capitalise',
  },
  ...{ html: 'HTML', css: 'CSS', lut: 'LUT', rgb: 'RGB', vhs: 'VHS', url: 'URL', s: 'S', x: 'X', y: 'Y' },
  ...{ api: 'API', ai: 'AI', openai: 'OpenAI', elevenlabs: 'ElevenLabs', cpu: 'CPU', gpu: 'GPU' },
};

/**
 * Returns an id in words, in sentence case: `Rounded rectangle` for `rounded-rectangle`, `Text animation` for
 * `textAnimation`, `RGB split` for `rgb-split`.
 */
export function wordsOf(id: string): string {
  const words = id
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .map((word) => SPELLINGS[word.toLowerCase()] ?? word.toLowerCase())
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns a label as a part of a sentence: `client ID` for `Client ID`. Abbreviations keep their capitals. */
export function inSentence(label: string): string {
  return label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
}

/** Labels of fields and commands that `wordsOf` does not label as people would. */
const NAMES: Record<string, string> = {
  ...{ cropL: 'Crop left', cropR: 'Crop right', cropT: 'Crop top', cropB: 'Crop bottom' },
  ...{ x: 'Position X', y: 'Position Y', flipH: 'Flip horizontal', flipV: 'Flip vertical', at: 'Time' },
  ...{ fps: 'Frame rate', src: 'File', trackIndex: 'Track', trackId: 'Track', trackIndices: 'Tracks' },
  ...{ clipId: 'Clip', clipIds: 'Clips', fromClipId: 'Copy from', toClipIds: 'Copy to' },
  ...{ musicClipIds: 'Music clips', speechClipIds: 'Speech clips', groupId: 'Group', effectId: 'Effect' },
  ...{ markerId: 'Marker', markerIds: 'Markers', gainDb: 'Gain (dB)', amountDb: 'Amount (dB)' },
  ...{ thresholdDb: 'Threshold (dB)', targetLufs: 'Target loudness (LUFS)', timeoutMs: 'Timeout (ms)' },
  ...{ prop: 'Property', params: 'Settings', patch: 'Changes', js: 'JavaScript', d: 'Path data', dash: 'Dashes' },
  ...{ lang: 'Language', mediaStart: 'Start in file', mediaDuration: 'File duration', mediaMap: 'File map' },
  ...{ minGap: 'Minimum gap', minSilence: 'Minimum silence', minFontSize: 'Minimum font size' },
  ...{ maxLines: 'Maximum lines', maxWords: 'Maximum words', maxChars: 'Maximum characters' },
  ...{ tlX: 'Top left X', tlY: 'Top left Y', trX: 'Top right X', trY: 'Top right Y' },
  ...{ blX: 'Bottom left X', blY: 'Bottom left Y', brX: 'Bottom right X', brY: 'Bottom right Y' },
  ...{ centerX: 'Centre X', centerY: 'Centre Y', toIndex: 'Position' },
  ...{ rateHz: 'Rate', timeMs: 'Time', attackMs: 'Attack', releaseMs: 'Release', kneeDb: 'Knee' },
  ...{ makeupDb: 'Make-up gain', ceilingDb: 'Ceiling', rangeDb: 'Range', floorDb: 'Noise level' },
  ...{ reductionDb: 'Reduction', wheels: 'Colour wheels' },
  ...{ maxPause: 'Maximum pause', overflowWrap: 'Word breaks', textTransform: 'Letter case', autoDuck: 'Duck music' },
  ...{ unit: 'Animate by', phase: 'When', groups: 'Attributes', activeColor: 'Spoken word colour' },
  ...{ activeBackground: 'Spoken word background', activeScale: 'Spoken word scale' },
  ...{ inactiveOpacity: 'Opacity of other words' },
};

/**
 * Returns the label of a field, a property or a command: `Flip horizontal` for `flipH`, `Set text style` for
 * `setTextStyle`, `Opacity keyframes` for `kfOpacity`.
 */
export function titleOf(name: string): string {
  const known = NAMES[name];
  if (known !== undefined) return known;
  const [, animated] = /^kf([A-Z]\w*)$/.exec(name) ?? [];
  if (animated === undefined) return wordsOf(name);
  return `${titleOf(animated.charAt(0).toLowerCase() + animated.slice(1))} keyframes`;
}

/** Labels of choices that `wordsOf` does not label as people would. */
const CHOICES: Record<string, string> = {
  ...{ center: 'Centre', 'pixelate-out': 'Pixelate', 'teal-orange': 'Teal and orange', mono: 'Black and white' },
  ...{ 'ken-burns-in': 'Ken Burns in', 'ken-burns-out': 'Ken Burns out', 's-curve': 'S-curve' },
  ...{ ltr: 'Left to right', rtl: 'Right to left', 'line-through': 'Strikethrough', ellipsis: 'Shorten with …' },
  ...{ pip: 'Picture in picture', 'split-h': 'Side by side', 'split-v': 'One above the other' },
  ...{ highpass: 'High-pass filter', lowpass: 'Low-pass filter', peaking: 'Peaking EQ', lowshelf: 'Low shelf EQ' },
  ...{ highshelf: 'High shelf EQ', gate: 'Noise gate', deesser: 'De-esser', denoise: 'Noise reduction' },
  ...{ saturate: 'Saturation', pitchshift: 'Pitch shift', 'first-event': 'Start at the first event' },
  ...{ srt: 'SubRip (SRT)', vtt: 'WebVTT', otio: 'OpenTimelineIO', edl: 'EDL (CMX 3600)' },
  ...{ 'alpha-inverted': 'Alpha, inverted', 'luma-inverted': 'Luma, inverted' },
};

const FITS = {
  ...{
    cover: 'Fill',
    contain: 'Fit',
    fill: 'Stretch',
    none: 'Original size',
    'contain-blur': 'Fit, blurred background',
  },
};

/** Labels of choices whose ids have several meanings, by the field that offers them. */
const CHOICES_OF: Record<string, Record<string, string>> = {
  fit: FITS,
  mode: FITS,
  duration: { media: 'Whole file' },
  overflow: { clip: 'Cut off', shrink: 'Shrink to fit' },
  overflowWrap: { normal: 'Between words' },
  textTransform: { none: 'As typed' },
  unit: { all: 'Whole text' },
  wrap: { block: 'Whole text', line: 'Each line' },
  edge: { in: 'At the start', out: 'At the end' },
  phase: { in: 'At the start', out: 'At the end', loop: 'All the time' },
};

/** Labels of easing families, by the end of the easing's id. */
const FAMILIES: Record<string, string> = {
  ...{ '': 'Ease', Sine: 'Sine', Quad: 'Quadratic', Cubic: 'Cubic', Quart: 'Quartic', Quint: 'Quintic' },
  ...{ Expo: 'Exponential', Circ: 'Circular', Back: 'Back', Elastic: 'Elastic', Bounce: 'Bounce' },
};

/** Splits the id of an easing: `easeInOutCubic` into `InOut` and `Cubic`. Returns null for other easings. */
export function easingParts(id: string): { direction: 'In' | 'Out' | 'InOut'; family: string } | null {
  const [, direction, family] = /^ease(InOut|In|Out)([A-Z]\w*)?$/.exec(id) ?? [];
  if (direction !== 'In' && direction !== 'Out' && direction !== 'InOut') return null;
  return { direction, family: FAMILIES[family ?? ''] ?? wordsOf(family ?? '') };
}

const DIRECTIONS = { In: 'in', Out: 'out', InOut: 'in-out' } as const;

/**
 * Returns the label of one value of a list: `Ease in-out` for `easeInOut`, `Cubic ease in` for `easeInCubic`, `Whip
 * pan` for `whip-pan`. `field` is the name of the field that offers the value, because some ids have several meanings.
 */
export function choiceLabel(id: string, field = ''): string {
  const known = CHOICES_OF[field]?.[id] ?? CHOICES[id] ?? NAMES[id];
  if (known !== undefined) return known;
  const easing = easingParts(id);
  if (easing === null) return wordsOf(id);
  const { direction, family } = easing;
  return `${family === 'Ease' ? family : `${family} ease`} ${DIRECTIONS[direction]}`;
}

/**
 * Returns a part of a project that the preview cannot show, with the name of its effect or transition in words: `effect
 * “RGB split” exactly` for `effect rgb-split exactly`.
 */
export function unseenText(part: string): string {
  return part.replace(/^(effect|transition) ([\w-]+)/, (_, what: string, id: string) => `${what} “${choiceLabel(id)}”`);
}

const FORMATS: Record<string, string> = {
  ...{ mp4: 'MP4 (H.264)', 'mp4-hevc': 'MP4 (HEVC)', 'mp4-av1': 'MP4 (AV1)', webm: 'WebM (VP9)' },
  ...{ 'webm-alpha': 'WebM with transparency', 'mov-prores': 'MOV (ProRes 4444)' },
  ...{ gif: 'Animated GIF', webp: 'Animated WebP' },
  ...{ mp3: 'Audio only (MP3)', m4a: 'Audio only (AAC)', wav: 'Audio only (WAV)', opus: 'Audio only (Opus)' },
  ...{ 'png-sequence': 'PNG sequence (ZIP)', 'jpeg-sequence': 'JPEG sequence (ZIP)' },
  ...{ poster: 'Single frame (JPEG)', 'contact-sheet': 'Contact sheet (JPEG)', sprites: 'Thumbnail sprites (ZIP)' },
  ...{ srt: 'Captions (SRT)', vtt: 'Captions (WebVTT)', chapters: 'Chapters (WebVTT)' },
};

/** Returns the label of an output format: `MP4 (H.264)` for `mp4`. */
export function formatLabel(format: string): string {
  return FORMATS[format] ?? wordsOf(format);
}

/** Returns the settings of a file in words: `MP4 (H.264), standard quality, full resolution`. */
export function fileText(file: { format: string; quality: string; resolution: string }): string {
  return `${formatLabel(file.format)}, ${file.quality} quality, ${file.resolution} resolution`;
}

const CODECS: Record<string, string> = {
  ...{ h264: 'H.264', prores: 'ProRes', webp: 'WebP', mjpeg: 'JPEG', opus: 'Opus' },
};

/** Returns the label of a codec: `H.264` for `h264`, `AAC` for `aac`, `PCM` for `pcm_s16le`. */
export function codecLabel(codec: string): string {
  return CODECS[codec] ?? codec.replace(/_.*$/, '').toUpperCase();
}

const STATUSES = {
  ...{ QUEUED: 'Not started', PENDING: 'Queued', PROCESSING: 'Processing', COMPLETED: 'Completed' },
  ...{ FAILED: 'Failed', CANCELLED: 'Cancelled' },
  ...{ WAITING: 'Waiting for the render', SENDING: 'Sending', DELIVERED: 'Delivered' },
} as const;

/** Returns the label of the status of a render, of a video of a batch, or of a delivery: `Queued` for `PENDING`. */
export function statusLabel(status: keyof typeof STATUSES): string {
  return STATUSES[status];
}

/** Steps of a render that `wordsOf` does not label as people would. */
const STAGES: Record<string, string> = {
  ...{ waiting: 'Queued', held: 'Queued', stitching: 'Joining segments', outputs: 'Writing files' },
  ...{ checking: 'Checking quality', done: 'Completed' },
};

/** Returns the label of a step of a render: `Joining segments` for `stitching`. */
export function stageLabel(stage: string): string {
  return STAGES[stage] ?? wordsOf(stage);
}

/** Labels of the tasks of a render, by their kind in the API. */
const TASKS: Record<string, string> = { frames: 'Segments', audio: 'Audio', stitch: 'Final file' };

/** Returns the label of a kind of task of a render: `Final file` for `stitch`. */
export function taskLabel(kind: string): string {
  return TASKS[kind] ?? wordsOf(kind);
}

const FEATURES: Record<string, string> = {
  ...{ ai_console: 'Assistant', api_access: 'Live API keys', gated_ops: 'Scripts and timeline import' },
};

/** Returns the label of a feature of a plan: `Live API keys` for `api_access`. */
export function featureLabel(feature: string): string {
  return FEATURES[feature] ?? wordsOf(feature);
}

/** Labels of the limits of plans, by their name in the API. */
const LIMITS: Record<string, string> = {
  requestsPerMinute: 'Requests per minute and key',
  concurrentRenders: 'Renders at the same time',
  exportsPerMonth: 'Renders per month',
  maxProjects: 'Projects',
  maxExportHeight: 'Shorter side of a video (px)',
  maxUploadMb: 'Size of an upload (MiB)',
  creditsPerMonth: 'Credits per month',
  storageGb: 'Media storage (GB)',
  exportsKeptDays: 'Days that renders are kept',
};

/** Returns the label of a limit of plans. `meaning` is its description in the API, for limits without a label. */
export function limitLabel(name: string, meaning = wordsOf(name)): string {
  return LIMITS[name] ?? meaning;
}

/** Returns the value of a limit in words: `1,000`, `None` for 0, `Unlimited` for null. */
export function limitText(value: number | null | undefined): string {
  if (value == null) return 'Unlimited';
  return value === 0 ? 'None' : countText(value);
}

/** Labels of kinds that `wordsOf` does not label as people would. */
const KINDS: Record<string, string> = { media: 'File', html: 'HTML', adjustment: 'Adjustment layer', lut: 'LUT' };

/** Returns the label of a kind of clip, file or variable: `Audio` for `audio`, `Adjustment layer` for `adjustment`. */
export function kindLabel(kind: string): string {
  return KINDS[kind] ?? wordsOf(kind);
}

/** Texts of drafts, which the browser exports itself: their states, and why there can be none. */
export const DRAFT_TEXTS = {
  action: 'Export draft',
  help: 'A draft is made by this browser, without the farm and without credits.',
  ...{ running: 'Exporting draft', failed: 'Draft failed', done: 'Draft exported' },
  missing: (name: string) => `No draft: this browser has no ${name}.`,
  html: 'No draft: a browser cannot export HTML clips.',
  format: 'No draft: a browser can export MP4 (H.264) and WebM (VP9) only.',
  aspect: 'No draft: a draft has the aspect ratio of the project.',
};
