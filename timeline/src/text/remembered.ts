/** `make`, which is asked again and again for the same few keys: answers are kept until there are `most` of them. */
export function remembered<Made>(most: number, make: (key: string) => Made): (key: string) => Made {
  const known = new Map<string, Made>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size >= most) known.clear();
    const made = make(key);
    known.set(key, made);
    return made;
  };
}
