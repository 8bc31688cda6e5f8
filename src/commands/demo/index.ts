import { command } from '../../cli/command.js'
import { flag } from '../../cli/options.js'

const OPTIONS = { keep: flag('--keep', 'leave the emulator running until Ctrl-C') }

export const COMMAND = command({
  examples: [['demo'], ['demo --json'], ['demo --keep', 'keep it running to look around']],
  options: OPTIONS,
  run: (input, factory) => factory.finishing(async () => (await import('./demo.js')).showDemo(input, factory)),
})
