import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const README = readFileSync(join(ROOT, 'README.md'), 'utf8')
const place = mkdtempSync(join(tmpdir(), 'inpk-readme-'))
const bin = join(place, 'bin')

cpSync(join(ROOT, 'fixtures'), place, { recursive: true })
mkdirSync(bin)
writeFileSync(join(bin, 'inpk'), `#!/bin/sh\nexec '${process.execPath}' '${ROOT}/bin/inpk.js' "$@"\n`)
chmodSync(join(bin, 'inpk'), 0o755)

afterAll(() => {
  run(['emulator', 'stop'])
  rmSync(place, { recursive: true, force: true })
})

describe('the examples of the README', () => {
  it('its two commands: what npm ci has installed runs the tour', () => {
    expect(blocks('sh')[0]).toBe('npm ci\nnpx inpk demo\n')
    const demo = spawnSync('npx', ['inpk', 'demo'], { cwd: ROOT, env: environment(), encoding: 'utf8' })
    expect(demo.stderr).not.toContain('Error')
    expect(demo.status).toBe(0)
    for (const event of [
      'series.created',
      'survey.created',
      'survey.published',
      'content.pushed',
      'analysis.completed',
    ]) {
      expect(demo.stdout + demo.stderr).toContain(event)
    }
  }, 300_000)

  for (const block of blocks('sh').slice(1)) {
    it(`${block.split('\n')[0]} …`, () => {
      const own = block.includes('emulator start')
      const script = ['-e', '-c', block]
      const ran = own
        ? spawnSync('sh', script, { cwd: place, env: environment(), encoding: 'utf8' })
        : run(['emulator', 'exec', '--', 'sh', ...script])
      expect(`${ran.stdout}${ran.stderr}`.trimEnd()).not.toBe('')
      expect(ran.status, ran.stderr).toBe(0)
    }, 90_000)
  }

  for (const block of blocks('ts')) {
    it(`as a library: ${block.split('\n')[0]} …`, () => {
      const file = join(ROOT, `dist/readme-example-${process.pid}.mjs`)
      writeFileSync(file, block)
      const ran = spawnSync(process.execPath, [file], { cwd: ROOT, env: environment(), encoding: 'utf8' })
      rmSync(file)
      expect(ran.stderr).toBe('')
      expect(ran.stdout).toBe('1 true\ntrue\n')
    }, 60_000)
  }
})

/** The fenced blocks of a language, in order. */
function blocks(language: string): string[] {
  return Array.from(
    README.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm')),
    (match) => match[1]!,
  )
}

function run(args: string[]) {
  const command = [join(ROOT, 'bin/inpk.js'), ...args]
  return spawnSync(process.execPath, command, { cwd: place, env: environment(), encoding: 'utf8' })
}

function environment(): NodeJS.ProcessEnv {
  const rest = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('INPK_')))
  return { ...rest, HOME: place, INPK_CONFIG_DIR: join(place, 'config'), PATH: `${bin}${delimiter}${process.env.PATH}` }
}
