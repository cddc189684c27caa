import { afterAll, beforeAll } from 'vitest';

/**
 * Opens a resource for the tests of a file or of a `describe`, in a `beforeAll` hook. The returned object has the
 * fields of the resource in later hooks and in the tests. After the tests, calls the resource's `close`, if it has one.
 */
export function forSuite<Resource extends object>(open: () => Promise<Resource>): Resource {
  const resource: Partial<Resource> & { close?: () => unknown } = {};
  beforeAll(async () => {
    Object.assign(resource, await open());
  });
  afterAll(async () => {
    await resource.close?.();
  });
  return resource as Resource;
}
