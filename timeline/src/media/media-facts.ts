import type { Static } from '#typebox';
import type {
  EncoderSetupSchema,
  FontFactsSchema,
  GroupFactsSchema,
  MediaFactsSchema,
  PacketFactsSchema,
  SeekFactsSchema,
} from './media-facts-schema.ts';

/** What is known about a source from probing it. */
export type MediaFacts = Static<typeof MediaFactsSchema>;

/** What reaching the pictures of a video costs. */
export type SeekFacts = Static<typeof SeekFactsSchema>;

/** What a font file says of itself. */
export type FontFacts = Static<typeof FontFactsSchema>;

/** A video whose packets may stand in an MP4 output as they are. */
export type PacketFacts = Static<typeof PacketFactsSchema>;

/** The groups of pictures of a video, each closed. */
export type GroupFacts = Static<typeof GroupFactsSchema>;

/** How an encoder is set up so that its pictures may stand beside those of a stream in one track. */
export type EncoderSetup = Static<typeof EncoderSetupSchema>;

/** Looks a clip's `src` up. null: this account has no such media. */
export type MediaLookup = (src: string) => MediaFacts | null;
