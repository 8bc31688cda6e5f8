import type { LoggedRequest } from '../../../emulator/index.js'
import { DEFAULT_ORGANIZATION } from '../../config/running-emulator.js'
import { printableLine } from '../../terminal/printable.js'
import type { Style } from '../../terminal/style.js'

/** One line for a request: time, status, method, path, duration, hints. */
export function requestLine({ at, orgId, status, method, path, ms, hints }: LoggedRequest, style: Style): string {
  const paint = status < 300 ? style.green : status < 500 ? style.yellow : style.red
  const time = new Date(at).toISOString().slice(11, 19)
  const whose = orgId === String(DEFAULT_ORGANIZATION) ? '' : `#${orgId} `
  const line = `${style.dim(time)} ${whose}${paint(String(status))} ${method} ${printableLine(path)} ${style.dim(`${Math.round(ms)} ms`)}`
  return [line, ...hints.map((hint) => style.yellow(`  hint: ${printableLine(hint)}`))].join('\n')
}
