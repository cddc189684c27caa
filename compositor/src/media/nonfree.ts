/** Parts of the codec library whose licence does not go together with the GPL, and that licence. The encoder is called as the part is. */
export const nonfree: ReadonlyMap<string, string> = new Map([['libfdk_aac', "Fraunhofer's FDK AAC licence"]]);
