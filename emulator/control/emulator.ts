import type { ControlHandler } from '../core/control-handler.js'

const getEmulator: ControlHandler<'getEmulator'> = {
  act: (_input, { version, addresses }) => ({ version, pid: process.pid, base_url: addresses.baseUrl }),
}

export const HANDLERS = { getEmulator }
