import type { Tree } from '../cli/command-tree.js'
import { EMULATOR_NOUNS } from './tree-emulator-nouns.js'

const CLOCK_COMMANDS: Tree = {
  show: { purpose: 'Where it stands, and whether it runs', load: () => import('./emulator/clock/show.js') },
  set: { purpose: 'Sets it forward', load: () => import('./emulator/clock/set.js') },
  freeze: { purpose: 'Makes it stand still', load: () => import('./emulator/clock/freeze.js') },
  resume: { purpose: 'Lets it run on', load: () => import('./emulator/clock/resume.js') },
  advance: {
    purpose: 'Moves it forward and does what falls due on the way',
    load: () => import('./emulator/clock/advance.js'),
  },
}

/** The commands about the emulator. */
export const EMULATOR_COMMANDS: Tree = {
  start: { purpose: 'Starts the emulator of the whole service', load: () => import('./emulator/start.js') },
  stop: { purpose: 'Ends the emulator of this folder', load: () => import('./emulator/stop.js') },
  status: { purpose: 'Whether one runs, and where', load: () => import('./emulator/status.js') },
  wait: { purpose: 'Waits until it answers', load: () => import('./emulator/wait.js') },
  env: {
    purpose: 'Its address and keys as environment variables',
    load: () => import('./emulator/env.js'),
  },
  exec: {
    purpose: 'Runs a command against an emulator of its own',
    load: () => import('./emulator/exec.js'),
  },
  clock: { purpose: 'The clock of an organisation', commands: CLOCK_COMMANDS },
  reset: { purpose: 'Back to the seed state', load: () => import('./emulator/reset.js') },
  ...EMULATOR_NOUNS,
}
