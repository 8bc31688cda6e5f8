import type { Tree } from './tree-types.js'

/** The commands about webhooks (cli.md section 4). */
export const WEBHOOK_COMMANDS: Tree = {
  verify: {
    purpose: 'Whether a delivery verifies and, if not, why',
    load: () => import('../commands/webhooks/verify.js'),
  },
  sign: { purpose: 'The signature of a body', load: () => import('../commands/webhooks/sign.js') },
  listen: {
    purpose: 'Receives, verifies, shows, saves and forwards deliveries',
    load: () => import('../commands/webhooks/listen/index.js'),
  },
  trigger: {
    purpose: 'Emits an event through the emulator, or sends a signed sample anywhere',
    load: () => import('../commands/webhooks/trigger.js'),
  },
  deliveries: {
    purpose: "The emulator's deliveries with their attempts",
    load: () => import('../commands/webhooks/deliveries.js'),
  },
  replay: {
    purpose: 'Sends a delivery again, byte for byte or signed anew',
    load: () => import('../commands/webhooks/replay.js'),
  },
  test: {
    purpose: 'The conformance kit for receivers',
    load: () => import('../commands/webhooks/test.js'),
  },
}
