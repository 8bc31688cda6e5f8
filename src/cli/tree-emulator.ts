import { EMULATOR_NOUNS } from './tree-emulator-nouns.js'
import type { Tree } from './tree-types.js'

const CLOCK_COMMANDS: Tree = {
  show: { purpose: 'Where it stands, and whether it runs', load: () => import('../commands/emulator/clock/show.js') },
  set: { purpose: 'Sets it forward', load: () => import('../commands/emulator/clock/set.js') },
  freeze: { purpose: 'Makes it stand still', load: () => import('../commands/emulator/clock/freeze.js') },
  resume: { purpose: 'Lets it run on', load: () => import('../commands/emulator/clock/resume.js') },
  advance: {
    purpose: 'Moves it forward and does what falls due on the way',
    load: () => import('../commands/emulator/clock/advance.js'),
  },
}

/** The commands about the emulator. */
export const EMULATOR_COMMANDS: Tree = {
  start: { purpose: 'Starts the emulator of the whole service', load: () => import('../commands/emulator/start.js') },
  stop: { purpose: 'Ends the emulator of this folder', load: () => import('../commands/emulator/stop.js') },
  status: { purpose: 'Whether one runs, and where', load: () => import('../commands/emulator/status.js') },
  wait: { purpose: 'Waits until it answers', load: () => import('../commands/emulator/wait.js') },
  env: {
    purpose: 'Its address and keys as environment variables',
    load: () => import('../commands/emulator/env.js'),
  },
  exec: {
    purpose: 'Runs a command against an emulator of its own',
    load: () => import('../commands/emulator/exec.js'),
  },
  clock: { purpose: 'The clock of an organisation', commands: CLOCK_COMMANDS },
  reset: { purpose: 'Back to the seed state', load: () => import('../commands/emulator/reset.js') },
  ...EMULATOR_NOUNS,
}
