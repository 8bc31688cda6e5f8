import { isObject } from '../../base/is-object.js'
import { command, type Input } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { flagOrText } from '../../cli/options.js'
import { describeService } from '../../contract/openapi.js'
import { presented, type Result, result } from '../../output/outcome.js'
import { EXIT } from '../../terminal/exit-codes.js'
import { printableJson } from '../../terminal/printable.js'
import { compareDescriptions } from '../../truth/compatibility/compare-descriptions.js'
import { differencesView } from './differences-view.js'
import { readDescription } from './read-description.js'

const OPTIONS = {
  check: flagOrText('--check [file]', 'compare with what this client expects; a file, a URL, or the service itself'),
}

export const COMMAND = command({
  examples: [
    ['openapi > openapi.json'],
    ['openapi --check', 'does the service still fit this client?'],
    ['openapi --check old-openapi.json --json'],
  ],
  options: OPTIONS,
  run: showOrCheck,
})

async function showOrCheck({ check }: Input<typeof OPTIONS>, factory: Factory): Promise<Result> {
  const description = await readDescription(check ?? true, factory)
  if (check === undefined) {
    const lines = () => [printableJson(JSON.stringify(description, null, 2))]
    return presented({ data: description, shown: undefined, view: lines })
  }
  return checked(description)
}

type Json = Record<string, unknown>

/** Exit code 11 where something breaks this client (VER-7 to VER-10). */
function checked(actual: Json): Result {
  const expected = describeService({ serverUrl: 'https://ingest.example.com' }) as Json
  const differences = compareDescriptions(expected, actual)
  const breaking = differences.filter((each) => each.breaking).length
  const data = { version: versionOf(actual), expected_version: versionOf(expected), breaking, differences }
  return result(data, differencesView, breaking > 0 ? EXIT.checkFailed : undefined)
}

function versionOf({ info }: Json): string | null {
  return isObject(info) && typeof info.version === 'string' ? info.version : null
}
