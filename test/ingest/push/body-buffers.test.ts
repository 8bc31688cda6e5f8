import { describe, expect, it } from 'vitest'
import { createBodyBuffers } from '../../../src/ingest/push/payload.js'

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString()

describe('room for the bodies of requests', () => {
  it('keeps bodies that are in flight apart, and uses the room of one that is done again', () => {
    const room = createBodyBuffers()
    const first = room.encode('"first, and longer"')
    const second = room.encode('"zweité"')
    expect([textOf(first.encoded), textOf(second.encoded)]).toEqual(['"first, and longer"', '"zweité"'])
    first.release()
    const third = room.encode('"3"')
    expect(textOf(third.encoded)).toBe('"3"')
    expect(third.encoded.buffer).toBe(first.encoded.buffer)
    expect(textOf(second.encoded)).toBe('"zweité"')
  })

  it('takes new room for a body that is larger than what is there', () => {
    const room = createBodyBuffers()
    room.encode('small').release()
    const large = 'é'.repeat(300_000)
    expect(textOf(room.encode(large).encoded)).toBe(large)
  })
})
