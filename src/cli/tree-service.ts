import type { Tree } from './tree-types.js'

/** The commands about the service as a whole. */
export const SERVICE_COMMANDS: Tree = {
  api: { purpose: 'Any request to the service, with your key', load: () => import('../commands/api/index.js') },
}
