/** Invalid request: route, fault, path, body, status, error code. */
export type WrongValue = [string, string, string, unknown, number, string];

/** Returns a request for an embed session that only `fields` make invalid. */
const wrongEmbed = (fault: string, fields: object): WrongValue => [
  ...(['POST /embed-sessions', fault, '/embed-sessions'] as const),
  ...([{ projectId: '{p}', origins: ['https://a.example'], ...fields }, 400, 'invalid_request'] as const),
];

/** Returns a request for a review link that only `fields` make invalid. */
const wrongReview = (fault: string, fields: object): WrongValue => [
  ...(['POST /projects/:id/review-links', fault, '/projects/{p}/review-links', fields, 400] as const),
  'invalid_request',
];

const COMMENTS = '/projects/{p}/comments';

/** Returns a comment that only `fields` make invalid. */
const wrongComment = (fault: string, fields: object): WrongValue => [
  ...(['POST /projects/:id/comments', fault, COMMENTS, { text: 'x', timeSec: 1, ...fields }] as const),
  ...([400, 'invalid_request'] as const),
];

/** Returns a change of a comment, or an answer to it, that is refused. */
const wrongAbout = (method: string, fault: string, body: object): WrongValue => [
  `${method} /projects/:id/comments/:commentId${method === 'POST' ? '/answers' : ''}`,
  ...([fault, `${COMMENTS}/{c}${method === 'POST' ? '/answers' : ''}`, body, 400, 'invalid_request'] as const),
];

/**
 * Invalid requests to the routes that add, sign, generate or transcribe media, and to those of embed sessions,
 * comments and review links. `{m}` is a media file of the account, `{p}` a project, `{c}` a comment of it.
 */
export const wrongMediaValues: WrongValue[] = [
  ['POST /media/import', 'url of a wrong type', '/media/import', { url: 5 }, 400, 'invalid_request'],
  ['POST /media/import', 'no address', '/media/import', { url: 'holiday.mp4' }, 400, 'invalid_request'],
  ['POST /media/import', 'a file of the host', '/media/import', { url: 'file:///etc/passwd' }, 400, 'invalid_request'],
  ['POST /media/addresses', 'no file', '/media/addresses', { sources: [] }, 400, 'invalid_request'],
  ['POST /media/addresses', 'no list', '/media/addresses', { sources: '{m}' }, 400, 'invalid_request'],
  ['POST /media/addresses', 'a number', '/media/addresses', { sources: [5] }, 400, 'invalid_request'],
  [
    'POST /media/addresses',
    '1,001 files',
    '/media/addresses',
    { sources: Array.from({ length: 1_001 }, (_, index) => `med_${index}`) },
    400,
    'invalid_request',
  ],
  [
    'POST /projects/:id/player-addresses',
    'a lifetime of 31 days',
    '/projects/{p}/player-addresses',
    { expiresInSec: 2_678_400 },
    400,
    'invalid_request',
  ],
  [
    'POST /projects/:id/player-addresses',
    'an unknown variable',
    '/projects/{p}/player-addresses',
    { variables: { nobody: 'x' } },
    400,
    'invalid_request',
  ],
  [
    'POST /projects/:id/player-addresses',
    'variables no object',
    '/projects/{p}/player-addresses',
    { variables: 'x' },
    400,
    'invalid_request',
  ],
  wrongEmbed('project of a wrong type', { projectId: 5 }),
  wrongEmbed('no origins', { origins: [] }),
  wrongEmbed('11 origins', { origins: Array.from({ length: 11 }, (_, at) => `https://a${at}.example`) }),
  wrongEmbed('an origin with a wildcard', { origins: ['https://*.example.org'] }),
  wrongEmbed('an origin over http', { origins: ['http://a.example'] }),
  wrongEmbed('a permission that is none', { permissions: ['admin'] }),
  wrongEmbed('a lifetime of two days', { expiresInSec: 172_800 }),
  wrongEmbed('a colour that is none', { theme: { accent: 'red' } }),
  wrongEmbed('a name with a line break', { endUser: 'a\nb' }),
  [
    'POST /embed-sessions',
    'unknown project',
    '/embed-sessions',
    { projectId: 'prj_0', origins: ['https://a.example'] },
    404,
    'not_found',
  ],
  ['GET /embed-sessions', 'limit 0', '/embed-sessions?limit=0', undefined, 400, 'invalid_request'],
  ['GET /projects/:id/comments', 'limit 0', `${COMMENTS}?limit=0`, undefined, 400, 'invalid_request'],
  ['GET /projects/:id/comments', 'an unknown state', `${COMMENTS}?state=done`, undefined, 400, 'invalid_request'],
  wrongComment('no text', { text: undefined }),
  wrongComment('spaces alone', { text: ' \n ' }),
  wrongComment('4,001 characters', { text: 'x'.repeat(4_001) }),
  wrongComment('a time below 0', { timeSec: -1 }),
  wrongComment('a time that is no number', { timeSec: '1' }),
  wrongComment('an end before its time', { endSec: 0.5 }),
  wrongComment('a point beside the image', { point: { x: 1.1, y: 0 } }),
  wrongComment('half a point', { point: { x: 0.5 } }),
  wrongAbout('POST', 'an empty answer', { text: '' }),
  wrongAbout('PATCH', 'nothing to change', {}),
  wrongAbout('PATCH', 'resolved no boolean', { resolved: 'yes' }),
  wrongReview('mayComment no boolean', { mayComment: 'edit' }),
  wrongReview('a lifetime of 91 days', { expiresInSec: 91 * 86_400 }),
  wrongReview('a lifetime of 59 seconds', { expiresInSec: 59 }),
  wrongReview('a recipient of spaces', { recipient: ' ' }),
  wrongReview('a recipient with a line break', { recipient: 'a\nb' }),
  [
    'GET /projects/:id/review-links',
    'limit 0',
    '/projects/{p}/review-links?limit=0',
    undefined,
    400,
    'invalid_request',
  ],
  ['POST /media/uploads', 'JSON', '/media/uploads', { file: 'x' }, 400, 'invalid_request'],
  ['POST /media/large-uploads', 'JSON', '/media/large-uploads', { file: 'x' }, 400, 'invalid_request'],
  ['POST /ai/images', 'empty prompt', '/ai/images', { prompt: ' ' }, 400, 'invalid_request'],
  ['POST /ai/images', 'prompt too long', '/ai/images', { prompt: 'x'.repeat(2_001) }, 400, 'invalid_request'],
  ['POST /ai/images', 'no pictures', '/ai/images', { prompt: 'x', count: 0 }, 400, 'invalid_request'],
  ['POST /ai/images', 'five pictures', '/ai/images', { prompt: 'x', count: 5 }, 400, 'invalid_request'],
  ['POST /ai/images', 'unknown shape', '/ai/images', { prompt: 'x', aspectRatio: '3:2' }, 400, 'invalid_request'],
  ['POST /ai/stickers', 'prompt of a wrong type', '/ai/stickers', { prompt: ['x'] }, 400, 'invalid_request'],
  ['POST /ai/speech', 'text too long', '/ai/speech', { text: 'x'.repeat(5_001) }, 400, 'invalid_request'],
  ['POST /ai/speech', 'language that is none', '/ai/speech', { text: 'x', language: '--' }, 400, 'invalid_request'],
  ['POST /ai/speech', 'unknown format', '/ai/speech', { text: 'x', format: 'ogg' }, 400, 'invalid_request'],
  ['POST /ai/videos', 'no duration', '/ai/videos', { prompt: 'x', durationSec: 0 }, 400, 'invalid_request'],
  ['POST /ai/videos', 'duration too long', '/ai/videos', { prompt: 'x', durationSec: 11 }, 400, 'invalid_request'],
  ['POST /ai/videos', 'address that is none', '/ai/videos', { prompt: 'x', imageUrl: 'x' }, 400, 'invalid_request'],
  ['POST /ai/transcriptions', 'no media', '/ai/transcriptions', {}, 400, 'invalid_request'],
  ['POST /ai/transcriptions', 'mode script alone', '/ai/transcriptions', { mode: 'script' }, 400, 'invalid_request'],
  [
    'POST /ai/transcriptions',
    'no duration',
    '/ai/transcriptions',
    { script: 'x', durationSec: 0 },
    400,
    'invalid_request',
  ],
  ['POST /ai/transcriptions', 'foreign media', '/ai/transcriptions', { mediaId: 'med_1' }, 404, 'not_found'],
  [
    'POST /ai/transcriptions',
    'address inside',
    '/ai/transcriptions',
    { url: 'http://10.0.0.1/x' },
    400,
    'invalid_request',
  ],
  ['POST /ai/agent', 'no message', '/ai/agent', { projectId: 'prj_1', message: ' ' }, 400, 'invalid_request'],
  [
    'POST /ai/agent',
    '2,001 characters',
    '/ai/agent',
    { projectId: 'p', message: 'x'.repeat(2_001) },
    400,
    'invalid_request',
  ],
  ['POST /ai/agent', 'no such project', '/ai/agent', { projectId: 'prj_1', message: 'x' }, 404, 'not_found'],
];
