import { type Static, Type, Value } from '@framemill/timeline/typebox';

const File = Type.Object({
  file_id: Type.String({ minLength: 1, maxLength: 500 }),
  file_name: Type.Optional(Type.String()),
});

/** Kinds of messages that hold a file, and what it is called when it has no name of its own. */
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

/** What of an update is read; Telegram sends more. https://core.telegram.org/bots/api#update */
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

/** A file of a message. `id`: what the Bot API knows it by. */
const FileSchema = Type.Object({ id: Type.String(), name: Type.String() });
type MessageFile = Static<typeof FileSchema>;

/** What a message says, as it is kept until it is answered. */
export const MessageSchema = Type.Object({
  username: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  firstName: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  /** Its words, or those below its file; '' without any. */
  text: Type.String(),
  /** The file that came with it. */
  file: Type.Union([FileSchema, Type.Null()]),
  /** Whether it is one of several files that were sent as one. */
  inAlbum: Type.Boolean(),
});
/** A message of a chat, as Telegram sends it. */
export type Message = Static<typeof MessageSchema>;

/** A message that somebody wrote to a bot. */
export interface IncomingMessage {
  updateId: bigint;
  /** Telegram's id of the person, and of the chat with them. */
  userId: string;
  message: Message;
}

/**
 * The message of an update; null for updates that hold none of a person in a chat of their own with the bot, and for what is no
 * update at all.
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
      // The sizes of a photo, smallest first.
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

/** Names are shown in lists and events: they are cut, not refused. */
function shown(text: string | undefined): string | null {
  return text === undefined ? null : storable(text.slice(0, 100));
}

/** Without what PostgreSQL stores in no text: NUL, and halves of surrogate pairs. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
