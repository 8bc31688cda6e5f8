import { DATA_OPTION } from '../../cli/find-running.js'
import { text } from '../../cli/options.js'

/** The organisation of the emulator a command is about. */
export const ORGANIZATION_OPTION = { org: text('--org <org>', 'organisation, id or name (default: 1)') }

/** Which emulator, and which of its organisations. */
export const EMULATOR_OPTIONS = { ...ORGANIZATION_OPTION, ...DATA_OPTION }
