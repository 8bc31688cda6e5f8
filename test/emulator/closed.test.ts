import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { closeOnceLost, createGate } from '../../emulator/handle.js'
import { startEmulator } from '../../emulator/index.js'
import { temporaryFolder } from './child.js'

const CLOSED = /this emulator is closed/

it('a closed emulator refuses every call, and writes nothing into a directory that another may hold', async () => {
  const dataDirectory = temporaryFolder()
  const emulator = await startEmulator({ dataDirectory, listen: false })
  const { control } = await emulator.createOrganization({ name: 'first' })
  await emulator.close()
  const before = readdirSync(join(dataDirectory, 'orgs'))

  await expect(emulator.createOrganization({ name: 'ghost' })).rejects.toThrow(CLOSED)
  await expect(emulator.control.createOrganization({ body: { name: 'ghost' } })).rejects.toThrow(CLOSED)
  await expect(control.listGroups()).rejects.toThrow(CLOSED)
  await expect(emulator.idle()).rejects.toThrow(CLOSED)
  const request = { method: 'GET', url: `${emulator.baseUrl}/`, headers: {} }
  await expect(emulator.handle(request)).rejects.toThrow(CLOSED)

  expect(readdirSync(join(dataDirectory, 'orgs'))).toEqual(before)
  await emulator.close()
})

it.each([
  ['before it was ready', true],
  ['while it runs', false],
])('an emulator whose data directory was lost %s closes, and says so', async (_when, isEarly) => {
  const told: string[] = []
  const lost = new AbortController()
  const gate = createGate(async () => void told.push('closed'))
  if (isEarly) lost.abort()
  closeOnceLost(gate, lost.signal, () => told.push('lost'))
  lost.abort()
  await gate.close()
  await Promise.resolve()
  expect(told).toEqual(['closed', 'lost'])
  expect(gate.requireOpen).toThrow(CLOSED)
})
