import { closeSync, existsSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cappedLog, isOpenOn } from '../../src/cli/capped-log.js'
import type { OutputStream } from '../../src/terminal/streams.js'
import { scratchFolder } from '../commands/scratch.js'

function openLog(path: string, most: number) {
  const fd = openSync(path, 'a')
  const stream: OutputStream = {
    isTerminal: false,
    columns: () => undefined,
    write: async (text) => void writeSync(fd, text as string),
  }
  return { fd, log: cappedLog(stream, path, most) }
}

test('the log of an emulator in the background and the one before it stay below their cap, and no newest line is lost (F10, B10)', async () => {
  const path = join(scratchFolder(), 'emulator.log')
  const { fd, log } = openLog(path, 1_000)
  const lines = Array.from({ length: 500 }, (_, at) => `${at} GET /api/input/me 200 é\n`)
  for (const line of lines) {
    await log.write(line)
    expect(statSync(path).size).toBeLessThanOrEqual(1_000)
  }
  closeSync(fd)
  expect(statSync(`${path}.1`).size).toBeLessThanOrEqual(1_000)
  const kept = readFileSync(`${path}.1`, 'utf8') + readFileSync(path, 'utf8')
  expect(kept).toBe(lines.slice(-kept.split('\n').length + 1).join(''))
  expect(kept.length).toBeGreaterThan(900)
})

test('a log goes on where an earlier one of the file ended, and only a file that is really open is ever emptied', async () => {
  const folder = scratchFolder()
  const [path, other] = [join(folder, 'emulator.log'), join(folder, 'notes.txt')]
  const { fd, log } = openLog(path, 10)
  await log.write('12345678\n')
  await openLog(path, 10).log.write('abc\n')
  expect([readFileSync(path, 'utf8'), readFileSync(`${path}.1`, 'utf8')]).toEqual(['abc\n', '12345678\n'])
  expect([isOpenOn(fd, path), isOpenOn(fd, other), isOpenOn(fd, folder), existsSync(other)]).toEqual([
    true,
    false,
    false,
    false,
  ])
  closeSync(fd)
})
