// Parts of this package's tests that the tests and benchmarks of other packages use.
export { softwareVulkan } from './gpu/software-vulkan.ts';
export { similarity } from './page/similarity.ts';
export { type PageAttack, pageAttacks } from './page-attacks.ts';
