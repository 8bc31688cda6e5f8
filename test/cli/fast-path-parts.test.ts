import fs from 'node:fs'
import { expect, it, vi } from 'vitest'
import { printFast } from '../../src/fast-path.js'
import { skipWhere } from '../skip.js'

it(
  'a version that a full pipe takes in part is written to its end',
  skipWhere(process.platform === 'win32', 'Windows'),
  () => {
    let out = ''
    vi.spyOn(fs, 'writeSync').mockImplementationOnce((_, bytes) => {
      out += Buffer.from(bytes as unknown as Uint8Array).toString('utf8', 0, 2)
      return 2
    })
    vi.spyOn(process.stdout, 'write').mockImplementation((bytes) => {
      out += Buffer.from(bytes).toString()
      return true
    })
    try {
      expect(printFast(['--version'])).toBe(true)
      expect(out).toMatch(/^\d+\.\d+\.\d+\S*\n$/)
    } finally {
      vi.restoreAllMocks()
    }
  },
)
