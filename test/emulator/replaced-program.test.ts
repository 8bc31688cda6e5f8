import { expect, it } from 'vitest'
import { asRefusal } from '../../emulator/core/refusal.js'

it('an emulator whose program was replaced while it ran says to start it again, and does not call it a bug', async () => {
  const missing = './no-such-part.js'
  const error = await import(missing).catch((thrown: unknown) => thrown)
  const gone = Object.assign(new Error('gone'), { code: 'ERR_MODULE_NOT_FOUND' })
  expect((error as NodeJS.ErrnoException).code).toBe(gone.code)
  for (const each of [error, gone]) expect(asRefusal(each).message).toMatch(/stop and start the emulator/)
  expect(asRefusal(new Error('else')).message).toMatch(/this is a bug/)
})
