import type { ControlHandler } from '../core/control-handler.js'

export const getEmulator: ControlHandler<'getEmulator'> = {
  act: (_input, { version, addresses }) => ({ version, pid: process.pid, base_url: addresses.baseUrl }),
}
