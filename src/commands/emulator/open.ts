import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'
import { command } from '../../cli/command.js'
import { requireDashboardUrl } from '../../cli/control-client.js'
import { isInCi } from '../../cli/environment.js'
import type { Factory } from '../../cli/factory.js'
import { DATA_OPTION } from '../../cli/find-running.js'
import { type Result, result } from '../../output/outcome.js'

/** A browser that has not said no by then has opened. */
const PATIENCE_MS = 2_000

export const COMMAND = command({
  examples: [['emulator open'], ['emulator open --jq .url', 'only its address']],
  options: DATA_OPTION,
  run: openDashboard,
})

/** Opens the dashboard where a person and a browser are; prints its address in any case. */
async function openDashboard(_input: unknown, factory: Factory): Promise<Result> {
  const { environment } = factory
  const url = requireDashboardUrl(factory)
  const opened = environment.stdout.isTerminal && !isInCi(environment.env) && (await openInBrowser(factory, url))
  return result({ url, opened }, (shown) => [shown.url])
}

const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['explorer.exe'],
}

/** Whether something was found that opens addresses; never a failure. */
async function openInBrowser({ environment, signal }: Factory, url: string): Promise<boolean> {
  if (!/^https?:\/\//.test(url)) return false
  const [file, ...args] = OPENERS[environment.platform] ?? ['xdg-open']
  const nowhere = openSync(devNull, 'w')
  try {
    const child = environment.startChild({
      command: [file, ...args, url],
      env: environment.env,
      cwd: environment.cwd,
      detachedTo: nowhere,
    })
    const ended = child.ended.then(
      ({ code }) => code === 0,
      () => false,
    )
    return await Promise.race([ended, environment.sleep(PATIENCE_MS, signal).then(() => true)])
  } catch {
    return false
  } finally {
    closeSync(nowhere)
  }
}
