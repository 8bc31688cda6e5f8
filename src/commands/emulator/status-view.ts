import type { RunningEmulator } from '../../config/running-emulator.js'
import { detailLines } from '../../output/details.js'
import { moment } from '../../output/show.js'
import type { Style } from '../../output/style.js'

/** A running emulator, as lines. */
export function runningView(running: RunningEmulator, style: Style): string[] {
  return detailLines(
    [
      ['emulator', `running, pid ${running.pid}`],
      ['API', running.base_url],
      ['dashboard', running.dashboard_url],
      ['since', moment(running.started_at)],
      ...(running.keys_file ? [['keys', `random, in ${running.keys_file}; inpk emulator env`] as const] : []),
    ],
    style,
  )
}
