import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSecretBox, keyIdOfSealed } from './secret-box.ts';

const newKey = () => randomBytes(32).toString('base64');

describe('a secret box', () => {
  it('opens what it sealed, and seals the same secret differently each time', () => {
    const box = createSecretBox([newKey()]);
    for (const secret of ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', '', 'grüße 🎬', 'x'.repeat(5_000)]) {
      const [one, other] = [box.seal('TelegramBot', 'bot_1', secret), box.seal('TelegramBot', 'bot_1', secret)];
      expect(one).not.toBe(other);
      expect(keyIdOfSealed(one)).toBe(box.keyId);
      expect([box.open('TelegramBot', 'bot_1', one), box.open('TelegramBot', 'bot_1', other)]).toEqual([
        secret,
        secret,
      ]);
    }
  });

  it('opens nothing in another row, and nothing that was changed', () => {
    const box = createSecretBox([newKey()]);
    const sealed = box.seal('WebhookEndpoint', 'whk_1', 'a secret');
    expect(() => box.open('WebhookEndpoint', 'whk_2', sealed)).toThrow(/WebhookEndpoint whk_2 is damaged/);
    expect(() => box.open('Plugin', 'whk_1', sealed)).toThrow(/Plugin whk_1 is damaged/);
    const bytes = Buffer.from(sealed.split(' ')[2] ?? '', 'base64');
    for (const index of [0, 12, 28, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(bytes.readUInt8(index) ^ 1, index);
      const stored = `aes-256-gcm ${box.keyId} ${changed.toString('base64')}`;
      expect(() => box.open('WebhookEndpoint', 'whk_1', stored), `byte ${index}`).toThrow(/damaged/);
    }
    for (const length of [0, 5, 12, 20, 28]) {
      const stored = `aes-256-gcm ${box.keyId} ${bytes.subarray(0, length).toString('base64')}`;
      expect(() => box.open('WebhookEndpoint', 'whk_1', stored), `${length} bytes`).toThrow(/damaged/);
    }
  });

  it('seals with its first key and opens with each', () => {
    const [old, young] = [newKey(), newKey()];
    const sealed = createSecretBox([old]).seal('Plugin', 'palette', 'a secret');
    const both = createSecretBox([young, old]);
    expect(both.open('Plugin', 'palette', sealed)).toBe('a secret');
    expect(keyIdOfSealed(both.seal('Plugin', 'palette', 'a secret'))).toBe(createSecretBox([young]).keyId);
  });

  it('names the variable, and the key that it lacks', () => {
    const box = createSecretBox([newKey()]);
    const sealed = box.seal('Plugin', 'palette', 'a secret');
    const other = createSecretBox([newKey()]);
    expect(() => other.open('Plugin', 'palette', sealed)).toThrow(
      `encrypted with the key ${box.keyId}, and SECRETS_KEY lists only other keys`,
    );
    expect(() => createSecretBox([]).open('Plugin', 'palette', sealed)).toThrow('SECRETS_KEY is not set');
  });

  it('without a key stores secrets as they are, and reads those with every key', () => {
    const none = createSecretBox([]);
    expect([none.keyId, none.seal('Plugin', 'palette', 'a secret')]).toEqual([null, 'a secret']);
    expect(createSecretBox([newKey()]).open('Plugin', 'palette', 'whsec_abc')).toBe('whsec_abc');
  });
});
