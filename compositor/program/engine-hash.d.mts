export function engineHash(options?: { read?: (file: string) => string }): Promise<string>;
