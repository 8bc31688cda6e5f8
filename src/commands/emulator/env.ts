import { command, type Input } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { Failure } from '../../cli/failure.js'
import { choice } from '../../cli/options.js'
import { emulatorEnvironment } from '../../config/emulator-environment.js'
import { type Result, result } from '../../output/outcome.js'
import { ENV_FORMATS, environmentLines } from './env-formats.js'
import { DATA_OPTION, requireRunning } from './find-running.js'

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
  if (running.random_keys) {
    throw new Failure({
      exit: 'notFound',
      code: 'KEYS_UNKNOWN',
      message: 'this emulator was started with --random-keys: its keys are kept nowhere',
      hint: '`inpk emulator keys create` makes a new one.',
    })
  }
  const variables = emulatorEnvironment({ baseUrl: running.base_url, dashboardUrl: running.dashboard_url })
  return result(variables, (shown) => environmentLines(shown, format))
}
