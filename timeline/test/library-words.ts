/**
 * Matches texts that no error message for callers may contain: library messages, file paths, SQL, stack traces and
 * system error codes.
 */
export const LIBRARY_WORDS = new RegExp(
  [
    ...[
      'must NOT',
      'must not have',
      'must be equal',
      'additional properties',
      'schema in anyOf',
      'required properties',
    ],
    ...['Unexpected token', 'Unexpected end', 'in JSON at', 'not valid JSON', 'Expected property name', 'Bad control'],
    ...[
      'Invalid data found',
      'Invalid argument',
      'moov atom',
      'Input buffer',
      'Input file',
      'Vips',
      'pngload',
      'jpegload',
    ],
    ...['premature end', 'libspng', 'unsupported image format', 'incorrect header check', 'unexpected end of file'],
    ...['Multipart: ', 'multipart data', 'Boundary not found', 'Malformed part header', 'busboy', 'FST_', 'fastify'],
    ...[
      'ECONN',
      'ENOENT',
      'EACCES',
      'ENOTDIR',
      'ENOTFOUND',
      'EPIPE',
      'UND_ERR',
      'HPE_',
      'socket hang up',
      'other side closed',
    ],
    ...[
      'prisma',
      '\\bP20\\d\\d\\b',
      'duplicate key',
      'violates',
      '\\bSELECT\\b',
      '\\bINSERT\\b',
      'relation "',
      'Invalid `',
    ],
    ...['NoSuchKey', 'S3ServiceException', 'SlowDown', 'timed out before finishing', 'job stalled', 'Missing lock'],
    ...[
      'node_modules',
      '\\.[mc]?[tj]s:\\d',
      '\\bat async\\b',
      '\\bat Object\\.',
      'Cannot read prop',
      'is not a function',
    ],
    ...['TypeError', 'RangeError', 'SyntaxError', '\\bundefined\\b', '\\bNaN\\b', '\\[object '],
    ...['/(tmp|work|root|home|var|usr|proc)/', 'file://', '127\\.0\\.0\\.1', 'localhost'],
  ].join('|'),
);
