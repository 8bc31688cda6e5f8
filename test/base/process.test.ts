import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lifeHere, lifeOf, ownIdentity, processStart } from '../../src/base/process.js'
import { onLinux, skipWithout } from '../skip.js'

test('a process is known by its number, its start and its place', () => {
  const self = ownIdentity()
  expect(lifeOf(self)).toBe('alive')
  expect(lifeOf({ ...self, start: `${self.start}1` })).toBe('dead')
  expect(lifeOf({ ...self, pid: 2 ** 22 + 1 })).toBe('dead')
  for (const place of ['', 'linux:another-boot:pid:[1]']) expect(lifeOf({ ...self, place })).toBe('unknown')
  expect(lifeOf({ ...self, start: '' })).toBe('unknown')
  expect(processStart(1)).not.toBe(self.start)
})

test('a zombie, killed and not collected by its parent, is dead (safety F7, house F1)', onLinux, async () => {
  const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'])
  try {
    const [line] = await once(parent.stdout, 'data')
    const pid = Number(String(line).trim())
    const start = processStart(pid)!
    expect(lifeHere({ pid, start })).toBe('alive')
    // A shell that is not yet the other sleep would collect it.
    await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n')
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => processStart(pid), { interval: 2 }).toBe(undefined)
    expect(() => process.kill(pid, 0)).not.toThrow()
    expect(lifeHere({ pid, start })).toBe('dead')
  } finally {
    parent.kill('SIGKILL')
  }
})

test(
  '`ps` tells the start of a process where there is no /proc',
  skipWithout('ps', '-o', 'lstart=', '-p', String(process.pid)),
  () => {
    const { stdout } = spawnSync('ps', ['-o', 'state=,lstart=', '-p', String(process.pid)], { encoding: 'utf8' })
    expect(stdout.trim()).toMatch(/^\S+\s+\w+ \w+\s+\d+ \d\d:\d\d:\d\d \d{4}$/)
  },
)
