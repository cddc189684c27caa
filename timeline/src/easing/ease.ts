export function ease(_name: string, _t: number): number {
  throw new Error('not built yet');
}
