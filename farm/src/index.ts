export { createNode, type FarmNode, type NodeDeps, type NodeRelease } from './node/create-node.ts';
export { type NodeConfig, nodeConfig } from './node/node-config.ts';
