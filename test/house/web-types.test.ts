import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')

test('the page of the dashboard asks the control API for what it takes, by its types', { timeout: 120_000 }, () => {
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc')
  const args = [tsc, '-p', 'tsconfig.web.json', '--noEmit']
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
  expect([status, stdout]).toEqual([0, ''])
})
