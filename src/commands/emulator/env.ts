import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { DATA_OPTION, findNamedUrl, requireRunning } from '../../cli/find-running.js'
import { choice } from '../../cli/options.js'
import { emulatorEnvironment } from '../../config/emulator-environment.js'
import { findRandomKeys } from '../../config/random-keys.js'
import type { EmulatorRecord } from '../../config/running-emulator.js'
import { type Result, result } from '../../output/outcome.js'
import { Failure } from '../../terminal/failure.js'
import { ENV_FORMATS, environmentLines } from './env-formats.js'
import { askNamed } from './health.js'

const OPTIONS = {
  ...DATA_OPTION,
  format: choice('--format <format>', 'output format (default: sh)', ENV_FORMATS),
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

async function showEnvironment(
  { data, format = 'sh' }: CommandInput<typeof OPTIONS>,
  factory: Factory,
): Promise<Result> {
  const url = findNamedUrl(factory)
  const variables =
    url === undefined ? variablesOf(requireRunning(factory.environment, data)) : await variablesAt(url, factory)
  return result(variables, (shown) => environmentLines(shown, format))
}

function variablesOf({ base_url: baseUrl, dashboard_url: dashboardUrl, ...running }: EmulatorRecord) {
  const { random_keys: isRandom, keys_file: path, facts_file: facts, ca_file: certificate } = running
  const keys = isRandom && path !== undefined ? findRandomKeys(path) : undefined
  if (isRandom && !keys) {
    throw keysUnknown(`this emulator was started with --random-keys, and its keys are not in ${path ?? 'any file'}`)
  }
  return emulatorEnvironment({ baseUrl, dashboardUrl, facts, certificate }, keys)
}

/** As the emulator says them itself, while its keys are those anybody can know. */
async function variablesAt(url: string, factory: Factory) {
  const { base_url: baseUrl, dashboard_url: dashboardUrl } = await askNamed(factory, url)
  const control = await factory.control()
  const { keys } = await control.getOrganization({ signal: factory.signal })
  if (!keys) throw keysUnknown(`the keys of the emulator at ${url} are random, or one of them was replaced`)
  // Only Node knows which certificates it trusts; the file that it was given is trusted by the next program, too.
  const certificate = url.startsWith('https:') ? factory.environment.env.NODE_EXTRA_CA_CERTS : undefined
  return emulatorEnvironment({ baseUrl, dashboardUrl, certificate }, keys)
}

function keysUnknown(message: string): Failure {
  return new Failure({
    exit: 'notFound',
    code: 'KEYS_UNKNOWN',
    message,
    hint: 'Create a new key with `inpk emulator keys create NAME --scope all`.',
  })
}
