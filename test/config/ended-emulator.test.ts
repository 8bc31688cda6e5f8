import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { processStart } from '../../src/base/process.js'
import { isRunning } from '../../src/config/running-emulator.js'
import { onLinux } from '../skip.js'

describe('an emulator that was killed and that nobody collects', onLinux, () => {
  it('does not count as running', async () => {
    const parent = spawn('sh', ['-c', 'sleep 0.5 & echo $!; exec sleep 20'])
    try {
      const [line] = await once(parent.stdout, 'data')
      const pid = Number(String(line).trim())
      const start = processStart(pid) ?? null
      expect(isRunning({ pid, process_start: start })).toBe(true)
      await expect.poll(() => isRunning({ pid, process_start: start }), { timeout: 30_000 }).toBe(false)
      expect(() => process.kill(pid, 0)).not.toThrow()
    } finally {
      parent.kill('SIGKILL')
    }
  })
})
