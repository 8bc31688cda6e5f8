import type { ControlHandler } from '../core/control-handler.js'

export const getEmulator: ControlHandler<'getEmulator'> = {
  act: (_input, { version, baseUrl }) => ({ version, pid: process.pid, base_url: baseUrl }),
}
