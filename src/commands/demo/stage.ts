import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Emulator } from '../../../emulator/index.js'
import { createFactory, type Factory } from '../../cli/factory.js'
import { packageRoot } from '../../cli/package-root.js'
import type { Screen } from '../../cli/screen.js'
import { emulatorEnvironment } from '../../config/emulator-environment.js'
import { WITHOUT_FACTS } from '../../config/facts-file.js'
import { makeTemporaryFolder } from '../../config/temporary-folder.js'
import { openEmulator } from '../emulator/open-emulator.js'
import { type DemoReceiver, openDemoReceiver } from './receiver.js'

/** The exports that are pushed, each into a source of its own: two trades in one source would make themes of neither. */
export const EXPORTS = [
  { file: 'support-tickets.csv', title: 'Support tickets', type: 'support_ticket', question: 'What happened?' },
  { file: 'customer-survey.xlsx', title: 'Member survey', type: 'survey', question: 'What should we improve?' },
] as const

/** All the demo needs, apart from what the user has: an emulator, a receiver, a factory that knows no other settings. */
export interface Stage {
  emulator: Emulator
  receiver: DemoReceiver
  factory: Factory
  close(): Promise<void>
}

/** Sets the stage on free ports and in a folder of its own; `close` leaves nothing behind. */
export async function openStage(factory: Factory): Promise<Stage> {
  const { path: folder, remove } = makeTemporaryFolder('inpk-demo', factory.environment)
  const undo: (() => void | Promise<void>)[] = [remove]
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    for (const { file } of EXPORTS) await copyFile(join(packageRoot(), 'fixtures', file), join(folder, file))
    const emulator = await openEmulator(factory.environment, { port: 0, dashboardPort: 0, rateLimits: false })
    undo.push(() => emulator.close())
    const receiver = await openDemoReceiver()
    undo.push(() => receiver.close())
    return { emulator, receiver, factory: factoryOn(emulator, folder, factory), close }
  } catch (error) {
    await close()
    throw error
  }
}

function factoryOn(emulator: Emulator, folder: string, outer: Factory): Factory {
  const { tree, argv, environment, globals, screen, signal, finishing } = outer
  const env = {
    ...environment.env,
    ...emulatorEnvironment(emulator, emulator.apiKeys),
    INPK_CONFIG_DIR: folder,
    INPK_PROFILE: undefined,
    INPK_API_PREFIX: undefined,
    INPK_FACTS: WITHOUT_FACTS,
  }
  const own = { baseUrl: undefined, profile: undefined, apiKeyFile: undefined, apiPrefix: undefined, facts: undefined }
  const inner = { ...environment, env, cwd: folder }
  const around = { tree, argv, environment: inner, screen: silent(screen), signal, finishing }
  return createFactory({ ...around, globals: { ...globals, ...own } })
}

/** The demo tells its own story: the commands inside it say nothing. */
function silent(screen: Screen): Screen {
  return { ...screen, isLive: false, draws: false, note: async () => {}, warn: async () => {} }
}
