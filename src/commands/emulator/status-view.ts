import { organizationsWithKeys } from '../../config/random-keys.js'
import { DEFAULT_ORGANIZATION, type EmulatorRecord } from '../../config/running-emulator.js'
import { detailLines } from '../../output/details.js'
import { moment } from '../../output/show.js'
import type { Style } from '../../terminal/style.js'

type Shown = Pick<EmulatorRecord, 'pid' | 'base_url' | 'dashboard_url'> & Partial<EmulatorRecord>

/** A running emulator, as lines. */
export function runningView(running: Shown, style: Style): string[] {
  const keys = running.keys_file === undefined ? undefined : randomKeysText(running.keys_file)
  return detailLines(
    [
      ['emulator', `running, pid ${running.pid}`],
      ['API', running.base_url],
      ['dashboard', running.dashboard_url],
      ...(running.ca_file === undefined ? [] : [['certificate', running.ca_file] as const]),
      ...(running.started_at === undefined ? [] : [['since', moment(running.started_at)] as const]),
      ...(keys === undefined ? [] : [['keys', `${keys}; \`inpk emulator env\` prints them`] as const]),
    ],
    style,
  )
}

/** Where random keys are, and of which organisations if it isn't the default one alone; undefined if there is none. */
export function randomKeysText(path: string): string | undefined {
  const organizations = organizationsWithKeys(path)
  if (organizations.length === 0) return undefined
  const isDefault = organizations.join() === String(DEFAULT_ORGANIZATION)
  return `random, in ${path}${isDefault ? '' : ` (organisations ${new Intl.ListFormat('en-GB').format(organizations)})`}`
}
