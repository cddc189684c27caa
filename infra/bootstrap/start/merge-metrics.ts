/**
 * Merges texts in Prometheus's exposition format into one valid text: the samples of one metric are grouped under one
 * HELP and TYPE. The `process` label distinguishes the processes.
 */
export function mergeMetrics(texts: string[]): string {
  const families = new Map<string, { head: string[]; samples: string[] }>();
  for (const text of texts) {
    let current: { head: string[]; samples: string[] } | null = null;
    let seenBefore = false;
    let currentName = '';
    for (const line of text.split('\n')) {
      if (line.trim() === '') continue;
      const header = /^# (?:HELP|TYPE) (\S+)/.exec(line);
      if (header === null) {
        if (!line.startsWith('#')) current?.samples.push(line);
        continue;
      }
      const name = header[1] ?? '';
      if (name !== currentName) {
        currentName = name;
        seenBefore = families.has(name);
        current = families.get(name) ?? { head: [], samples: [] };
        families.set(name, current);
      }
      if (!seenBefore) current?.head.push(line);
    }
  }
  return [...families.values()].flatMap(({ head, samples }) => [...head, ...samples, '']).join('\n');
}
