import { type Static, Type, Value } from '@framemill/timeline/typebox';

const File = Type.Object({
  file_id: Type.String({ minLength: 1, maxLength: 500 }),
  file_name: Type.Optional(Type.String()),
});

/** Kinds of Telegram messages that contain a file, each with the default name of its file. */
const fileKinds = {
  video: 'video',
  animation: 'animation',
  video_note: 'video message',
  voice: 'voice message',
  audio: 'sound',
  document: 'file',
} as const;
type FileKind = keyof typeof fileKinds;

const fileFields: { [Kind in FileKind]: typeof File } = {
  video: File,
  animation: File,
  video_note: File,
  voice: File,
  audio: File,
  document: File,
};

/**
 * Schema of the fields that are read from a Telegram update. Telegram sends more fields:
 * https://core.telegram.org/bots/api#update
 */
const UpdateSchema = Type.Object({
  update_id: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER - 100 }),
  message: Type.Optional(
    Type.Object({
      from: Type.Optional(
        Type.Object({
          id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
          is_bot: Type.Boolean(),
          first_name: Type.Optional(Type.String()),
          username: Type.Optional(Type.String()),
        }),
      ),
      chat: Type.Object({ type: Type.String() }),
      text: Type.Optional(Type.String()),
      caption: Type.Optional(Type.String()),
      media_group_id: Type.Optional(Type.String()),
      photo: Type.Optional(Type.Array(File)),
      ...Type.Partial(Type.Object(fileFields)).properties,
    }),
  ),
});

/** File of a message. `id` is its id in the Bot API. */
const FileSchema = Type.Object({ id: Type.String(), name: Type.String() });
type MessageFile = Static<typeof FileSchema>;

/** Schema of a message's content, as it is stored until the bot has answered it. */
export const MessageSchema = Type.Object({
  username: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  firstName: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  /** Text of the message, or the caption of its file. Empty string: none. */
  text: Type.String(),
  /** File of the message. `null`: none. */
  file: Type.Union([FileSchema, Type.Null()]),
  /** Whether the message is one of several files sent as an album. */
  inAlbum: Type.Boolean(),
});
/** Content of a chat message. */
export type Message = Static<typeof MessageSchema>;

/** Message that a person sent to a bot. */
export interface IncomingMessage {
  updateId: bigint;
  /** Telegram's id of the person, which is also the id of the private chat with them. */
  userId: string;
  message: Message;
}

/**
 * Reads the message of an update. `null`: the update has no message from a person in a private chat with the bot, or is
 * not a valid update.
 */
export function readUpdate(json: unknown): IncomingMessage | null {
  if (!Value.Check(UpdateSchema, json)) return null;
  const { message } = json;
  if (!message?.from || message.from.is_bot || message.chat.type !== 'private') return null;
  const { from, text, caption, photo, media_group_id: album } = message;
  return {
    updateId: BigInt(json.update_id),
    userId: String(from.id),
    message: {
      username: shown(from.username),
      firstName: shown(from.first_name),
      text: storable(text ?? caption ?? ''),
      // Photos come in several sizes, the smallest first.
      file: fileOf(photo?.at(-1), 'photo') ?? firstFile(message),
      inAlbum: album !== undefined,
    },
  };
}

function firstFile(message: Partial<Record<FileKind, Static<typeof File>>>): MessageFile | null {
  for (const kind of Object.keys(fileKinds) as FileKind[]) {
    const file = fileOf(message[kind], fileKinds[kind]);
    if (file) return file;
  }
  return null;
}

function fileOf(file: Static<typeof File> | undefined, usualName: string): MessageFile | null {
  if (!file) return null;
  return { id: storable(file.file_id), name: storable(file.file_name ?? usualName) };
}

/** Shortens a name to 100 characters. Names appear in lists and events, so a long one is cut, not refused. */
function shown(text: string | undefined): string | null {
  return text === undefined ? null : storable(text.slice(0, 100));
}

/** Removes the characters that PostgreSQL cannot store: NUL and unpaired surrogates. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
