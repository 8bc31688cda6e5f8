import type { Tree } from '../cli/command-tree.js'

/** The commands about webhooks (cli.md section 4). */
export const WEBHOOK_COMMANDS: Tree = {
  verify: {
    purpose: 'Whether a delivery verifies and, if not, why',
    load: () => import('./webhooks/verify.js'),
  },
  sign: { purpose: 'The signature of a body', load: () => import('./webhooks/sign.js') },
  listen: {
    purpose: 'Receives, verifies, shows, saves and forwards deliveries',
    load: () => import('./webhooks/listen/index.js'),
  },
  trigger: {
    purpose: 'Emits an event through the emulator, or sends a signed sample anywhere',
    load: () => import('./webhooks/trigger.js'),
  },
  deliveries: {
    purpose: "The emulator's deliveries with their attempts",
    load: () => import('./webhooks/deliveries.js'),
  },
  replay: {
    purpose: 'Sends a delivery again, byte for byte or signed anew',
    load: () => import('./webhooks/replay.js'),
  },
  test: {
    purpose: 'The conformance kit for receivers',
    load: () => import('./webhooks/test.js'),
  },
}
