import { describe, expect, it } from 'vitest';
import { decodeSentFrame, encodeSentFrame, ProtocolError } from '../index.ts';

const result = { width: 960, height: 540, timeSec: 1.5, sizeBytes: 5 };

describe('a picture as a message', () => {
  it('keeps every byte, line ends included', () => {
    const frame = { requestId: 'a1', result, data: Buffer.from([0xff, 0xd8, 10, 0, 10]) };
    expect(decodeSentFrame(encodeSentFrame(frame))).toEqual(frame);
  });

  it.each([
    ['nothing', Buffer.alloc(0), SyntaxError],
    ['a file alone', Buffer.from([0xff, 0xd8, 10]), SyntaxError],
    ['a head without a size', Buffer.from('{"requestId":"a1","result":{"width":960}}\n'), ProtocolError],
  ])('is none when it is %s', (_what, message, error) => {
    expect(() => decodeSentFrame(message)).toThrow(error);
  });
});
