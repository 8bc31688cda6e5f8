import { describe, expect, it } from 'vitest'
import { FormError, readMultipartForm } from '../../emulator/api/form.js'

async function* brokenOff() {
  yield Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\ntext\r\n')
  yield Buffer.from('half a row')
  throw new Error('the connection broke')
}

describe('a form whose sender goes away in the middle of its file', () => {
  it('[UPL-1] ends the file that was being read, so that what was stored of it can be removed', async () => {
    const taken: unknown[] = []
    const reading = readMultipartForm(
      'multipart/form-data; boundary=x',
      brokenOff(),
      async (_name, _fileName, chunks) => {
        try {
          for await (const chunk of chunks) taken.push(chunk)
        } finally {
          taken.push('ended')
        }
      },
    )
    await expect(reading).rejects.toThrow(FormError)
    expect(taken.at(-1)).toBe('ended')
  })
})
