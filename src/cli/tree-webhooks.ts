import type { Tree } from './tree-types.js'

/** The commands about webhooks (cli.md section 4). */
export const WEBHOOK_COMMANDS: Tree = {
  verify: {
    purpose: 'Whether a delivery verifies and, if not, why',
    load: () => import('../commands/webhooks/verify.js'),
  },
  sign: { purpose: 'The signature of a body', load: () => import('../commands/webhooks/sign.js') },
}
