import type { RunningEmulator } from '../../config/running-emulator.js'
import { detailLines } from '../../output/details.js'
import { moment } from '../../output/show.js'
import type { Style } from '../../terminal/style.js'

type Shown = Pick<RunningEmulator, 'pid' | 'base_url' | 'dashboard_url'> & Partial<RunningEmulator>

/** A running emulator, as lines. */
export function runningView(running: Shown, style: Style): string[] {
  return detailLines(
    [
      ['emulator', `running, pid ${running.pid}`],
      ['API', running.base_url],
      ['dashboard', running.dashboard_url],
      ...(running.started_at === undefined ? [] : [['since', moment(running.started_at)] as const]),
      ...(running.keys_file ? [['keys', `random, in ${running.keys_file}; inpk emulator env`] as const] : []),
    ],
    style,
  )
}
