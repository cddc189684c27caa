import type { Static } from '#typebox';
import type {
  EncoderSetupSchema,
  FontFactsSchema,
  GroupFactsSchema,
  MediaFactsSchema,
  PacketFactsSchema,
  SeekFactsSchema,
} from './media-facts-schema.ts';

/** Facts from probing a source. */
export type MediaFacts = Static<typeof MediaFactsSchema>;

/** Cost of seeking in a video. */
export type SeekFacts = Static<typeof SeekFactsSchema>;

/** Metadata of a font file. */
export type FontFacts = Static<typeof FontFactsSchema>;

/** A video whose packets can be copied unchanged into an MP4 output. */
export type PacketFacts = Static<typeof PacketFactsSchema>;

/** Closed GOPs of a video. */
export type GroupFacts = Static<typeof GroupFactsSchema>;

/** Configuration of an encoder whose frames can be mixed with those of a stream in one track. */
export type EncoderSetup = Static<typeof EncoderSetupSchema>;

/** Looks up the facts of a clip's `src`. `null`: the account has no such media. */
export type MediaLookup = (src: string) => MediaFacts | null;
