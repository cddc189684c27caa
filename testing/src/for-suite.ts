import { afterAll, beforeAll } from 'vitest';

/**
 * Opens a resource for the tests of a file or of a `describe`. Returns an object that has the fields of the resource
 * once later `beforeAll` hooks and the tests run. After the tests the resource is closed, when it has a `close`.
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
