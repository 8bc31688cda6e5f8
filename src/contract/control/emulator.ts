import { Type } from '../schema.js'
import { controlRow } from './control-row.js'

const getEmulator = controlRow({
  id: 'getEmulator',
  noun: 'emulator',
  summary: 'The emulator itself: its version, its process and the address of its API',
  method: 'GET',
  path: '/info',
  result: Type.Object({
    version: Type.String(),
    pid: Type.Integer(),
    /** As this machine reaches it; elsewhere the host is another. */
    base_url: Type.String(),
  }),
  status: 200,
  perOrganization: false,
})

export const ROWS = { getEmulator }
