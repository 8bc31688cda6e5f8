import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import { startEmulator } from '../../emulator/index.js'
import { emulatorEnvironment } from '../../src/config/emulator-environment.js'

const ROOT = resolve(import.meta.dirname, '../..')
const README = readFileSync(join(ROOT, 'README.md'), 'utf8')
const place = mkdtempSync(join(tmpdir(), 'inpk-readme-'))
const bin = join(place, 'bin')

cpSync(join(ROOT, 'fixtures'), place, { recursive: true })
mkdirSync(bin)
// Another emulator may run on this machine.
const onFreePorts = `[ "$1 $2" = 'emulator start' ] && set -- "$@" --port 0 --dashboard-port 0`
writeFileSync(join(bin, 'inpk'), `#!/bin/sh\n${onFreePorts}\nexec '${process.execPath}' '${ROOT}/bin/inpk.js' "$@"\n`)
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
    it(`${block.split('\n')[0]} …`, async () => {
      const ran = await (block.includes('emulator start') ? runBlock(block) : runUnderEmulator(block))
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

/** Runs the lines of a block, each of which must succeed. */
async function runBlock(block: string, env: NodeJS.ProcessEnv = {}) {
  const shell = spawn('sh', ['-e', '-c', block], { cwd: place, env: { ...environment(), ...env } })
  const [stdout, stderr, [status]] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, 'exit')])
  return { stdout, stderr, status }
}

/** Runs a block with the variables `inpk emulator exec` would set; that one has examples of its own. */
async function runUnderEmulator(block: string) {
  const emulator = await startEmulator({ port: 0, dashboardPort: 0 })
  try {
    return await runBlock(block, emulatorEnvironment(emulator))
  } finally {
    await emulator.close()
  }
}

function run(args: string[]) {
  const command = [join(ROOT, 'bin/inpk.js'), ...args]
  return spawnSync(process.execPath, command, { cwd: place, env: environment(), encoding: 'utf8' })
}

function environment(): NodeJS.ProcessEnv {
  const rest = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('INPK_')))
  return { ...rest, HOME: place, INPK_CONFIG_DIR: join(place, 'config'), PATH: `${bin}${delimiter}${process.env.PATH}` }
}
