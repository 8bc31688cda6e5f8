import { command, type Input } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { Failure } from '../../cli/failure.js'
import { DATA_OPTION, requireRunning } from '../../cli/find-running.js'
import { choice } from '../../cli/options.js'
import { emulatorEnvironment } from '../../config/emulator-environment.js'
import { findRandomKeys } from '../../config/random-keys.js'
import type { RunningEmulator } from '../../config/running-emulator.js'
import { type Result, result } from '../../output/outcome.js'
import { ENV_FORMATS, environmentLines } from './env-formats.js'

const OPTIONS = {
  ...DATA_OPTION,
  format: choice('--format <format>', 'form of the lines (default sh)', ENV_FORMATS),
}

export const COMMAND = command({
  examples: [
    ['emulator env > keys.sh && . ./keys.sh', 'set them in this shell'],
    ['emulator env --format dotenv > .env'],
    ['emulator env --format github >> "$GITHUB_ENV"'],
  ],
  options: OPTIONS,
  run: showEnvironment,
})

async function showEnvironment({ data, format = 'sh' }: Input<typeof OPTIONS>, { world }: Factory): Promise<Result> {
  const running = requireRunning(world, data)
  const keys = running.random_keys ? requireRandomKeys(running) : undefined
  const variables = emulatorEnvironment({ baseUrl: running.base_url, dashboardUrl: running.dashboard_url }, keys)
  return result(variables, (shown) => environmentLines(shown, format))
}

function requireRandomKeys({ keys_file: path }: RunningEmulator) {
  const keys = path === undefined ? undefined : findRandomKeys(path)
  if (keys) return keys
  throw new Failure({
    exit: 'notFound',
    code: 'KEYS_UNKNOWN',
    message: `this emulator was started with --random-keys, and its keys are not in ${path ?? 'any file'}`,
    hint: '`inpk emulator keys create NAME --scope all` makes a new one.',
  })
}
