import { text } from '../../cli/options.js'

/** The organisation of the emulator a command is about. */
export const ORGANIZATION_OPTION = { org: text('--org <id>', 'organisation of the emulator (default 1)') }
