/** Encoders of the codec library whose licence is incompatible with the GPL, with the name of that licence. */
export const nonfree: ReadonlyMap<string, string> = new Map([['libfdk_aac', "Fraunhofer's FDK AAC licence"]]);
