import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inSoak } from '../skip.js'

const ROOT = resolve(import.meta.dirname, '../..')
/** From the registry: together they are larger than all this project depends on. */
const PACKAGES = [
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
  '@hey-api/openapi-ts@0.95.0',
  'orval@7.13.2',
  '@seriousme/openapi-schema-validator@2.11.0',
  'typescript@5.9.3',
  '@types/node@20',
  'esbuild@0.25.12',
]
const STRICT = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable']
const BUNDLED = ['--module', 'esnext', '--moduleResolution', 'bundler', '--types', 'node']

describe('clients generated from the description of an emulator as it starts', inSoak, () => {
  const place = mkdtempSync(join(tmpdir(), 'inpk-clients-'))
  afterAll(() => rmSync(place, { recursive: true, force: true }), 120_000)

  function run(command: string, ...args: string[]): string {
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|INPK_)/.test(name)))
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: place, encoding: 'utf8', env })
    expect(status, `${command} ${args.join(' ')}\n${stdout}${stderr}`).toBe(0)
    return stdout
  }
  const underEmulator = (...child: string[]) =>
    run(process.execPath, join(ROOT, 'bin/inpk.js'), 'emulator', 'exec', '--', ...child)

  beforeAll(() => {
    cpSync(join(import.meta.dirname, 'generated-clients'), place, { recursive: true })
    writeFileSync(join(place, 'package.json'), '{"private":true,"type":"module"}')
    run('npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', ...PACKAGES)
    const read = `const answer = await fetch(process.env.INPK_BASE_URL + '/api/v1/openapi.json')
      await (await import('node:fs/promises')).writeFile('openapi.json', await answer.text())`
    writeFileSync(join(place, 'read.mjs'), read)
    underEmulator(process.execPath, 'read.mjs')
  }, 600_000)

  test('[VER-1] it is valid against the meta schema of OpenAPI 3.1', () => {
    expect(run('npx', 'validate-api', 'openapi.json')).toContain('"valid": true')
  })

  test.each([
    ['openapi-fetch', ['openapi-typescript', 'openapi.json', '-o', 'generated/openapi-typescript.ts']],
    ['hey-api', ['openapi-ts', '-i', 'openapi.json', '-o', 'generated/hey-api']],
    ['orval', ['orval', '--config', './orval.config.ts']],
  ])(
    '%s: it compiles strictly and does what it is for',
    (name, generate) => {
      run('npx', ...generate)
      run('npx', 'tsc', ...STRICT, ...BUNDLED, `${name}.ts`)
      run('npx', 'esbuild', `${name}.ts`, '--bundle', '--platform=node', '--format=esm', `--outfile=${name}.mjs`)
      underEmulator(process.execPath, `${name}.mjs`)
    },
    120_000,
  )
})
