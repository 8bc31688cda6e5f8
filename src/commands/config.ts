import { command } from '../cli/command.js'
import type { Factory, ResolvedSettings } from '../cli/factory.js'
import { DEFAULT_RETRIES, DEFAULT_TIMEOUT_MS } from '../client/session.js'
import { configPath } from '../config/config-file.js'
import { countFacts, factCounts } from '../config/facts-file.js'
import { findProjectFile } from '../config/project-file.js'
import type { Setting } from '../config/settings.js'
import { shownUrl } from '../config/shown-url.js'
import { parseApiKey } from '../contract/api-key.js'
import { type Result, result } from '../output/outcome.js'
import { tableLines } from '../output/table.js'
import type { Style } from '../terminal/style.js'

export const COMMAND = command({
  examples: [['config'], ['config --jq .base_url.origin', 'where the address comes from']],
  options: {},
  run: showConfig,
})

interface Shown {
  value: string | number | null
  origin: string
  /** Facts with evidence and without, of a facts file. */
  learned?: number
  manual?: number
}

/** Every setting in force and where it came from (cli.md section 1); of the key only what may be seen. */
async function showConfig(_input: unknown, factory: Factory): Promise<Result> {
  const settings = await factory.settings()
  return result({ ...shownSettings(settings), ...places(settings, factory) }, configView)
}

function shownSettings({
  baseUrl,
  prefix,
  profile,
  apiKey,
  timeoutMs,
  retries,
}: ResolvedSettings): Record<string, Shown> {
  return {
    base_url: { ...baseUrl, value: shownUrl(baseUrl.value) },
    api_prefix: prefix,
    profile: profile ?? unset(),
    api_key: apiKey ? { value: shownKey(apiKey), origin: apiKey.origin } : unset(),
    timeout_ms: timeoutMs ?? { value: DEFAULT_TIMEOUT_MS, origin: 'default' },
    retries: retries ?? { value: DEFAULT_RETRIES, origin: 'default' },
  }
}

function places({ factsFile, facts }: ResolvedSettings, { environment }: Factory): Record<string, Shown> {
  const { INPK_CONFIG_DIR, INPK_EMULATOR_URL } = environment.env
  const project = findProjectFile(environment.cwd)
  return {
    config_file: {
      value: configPath(environment),
      origin: INPK_CONFIG_DIR ? 'environment INPK_CONFIG_DIR' : 'default',
    },
    project_file: project ? { value: project.path, origin: 'nearest upward' } : unset(),
    facts_file: factsFile ? { ...factsFile, ...(facts && countFacts(facts)) } : unset(),
    emulator_url: INPK_EMULATOR_URL
      ? { value: shownUrl(INPK_EMULATOR_URL), origin: 'environment INPK_EMULATOR_URL' }
      : unset(),
  }
}

function unset(): Shown {
  return { value: null, origin: 'not set' }
}

function shownKey({ value }: Setting<string>): string {
  const key = parseApiKey(value)
  return key ? `inpk_${key.environment}_${key.id}_…` : '(malformed)'
}

function configView(settings: Record<string, Shown>, style: Style): string[] {
  const columns = [
    { key: 'name', title: 'SETTING' },
    { key: 'value', title: 'VALUE', flexible: true, whole: true },
    { key: 'origin', title: 'FROM', flexible: true, whole: true },
  ] as const
  const rows = Object.entries(settings).map(([name, { value, origin, learned, manual }]) => {
    const counts = learned === undefined || manual === undefined ? '' : `: ${factCounts({ learned, manual })}`
    return { name, value: value ?? '-', origin: origin + counts }
  })
  return tableLines(columns, rows, style)
}
