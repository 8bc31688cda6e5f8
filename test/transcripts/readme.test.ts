import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { skipWithout } from '../skip.js'
import { findTool } from '../webhooks/tools.js'

const ROOT = resolve(import.meta.dirname, '../..')
const README = readFileSync(join(ROOT, 'README.md'), 'utf8')
const MOST_WORDS = 1_800

interface Block {
  language: string
  text: string
}

const BLOCKS = Array.from(
  README.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm),
  ([, language, text]): Block => ({ language: language!, text: text! }),
)
/** What a stranger types, after the two commands for a checkout. */
const SHELL = BLOCKS.filter(({ language }) => language === 'sh')
  .slice(1)
  .map(({ text }) => text)

const place = mkdtempSync(join(tmpdir(), 'inpk-readme-'))
const bin = join(place, 'bin')
/** Of the reader who goes through it from the beginning. */
const home = join(place, 'home')
const empty = join(place, 'empty')

beforeAll(() => {
  for (const folder of [bin, home, empty]) mkdirSync(folder)
  // Another emulator may run on this machine.
  const onFreePorts = `[ "$1 $2" = 'emulator start' ] && set -- "$@" --port 0 --dashboard-port 0`
  program('inpk', `${onFreePorts}\nexec '${process.execPath}' '${ROOT}/bin/inpk.js' "$@"`)
  if (!findTool('curl', '--version')) {
    const get = `fetch(process.argv[1], { headers: { authorization: process.argv[3].split(': ')[1] } })`
    program('curl', `exec '${process.execPath}' -e "${get}.then(async (a) => console.log(await a.text()))" "$@"`)
  }
})

afterAll(() => {
  spawnSync('inpk', ['emulator', 'stop'], { cwd: join(empty, 'inpk-examples'), env: environment(home) })
  rmSync(place, { recursive: true, force: true })
})

// Each block waits for processes; what is no part of the one shell has a home of its own.
describe.concurrent('the README', () => {
  it(`has at most ${MOST_WORDS} words, and every file it points to is there`, () => {
    expect(README.split(/\s+/).length).toBeLessThanOrEqual(MOST_WORDS)
    const targets = Array.from(README.matchAll(/\]\((?!https?:|#)([^)]+)\)/g), ([, target]) => target!)
    expect(targets.filter((target) => !existsSync(join(ROOT, target)))).toEqual([])
  })

  it('its two commands: what npm ci has installed runs the demo', async () => {
    expect(BLOCKS.find(({ language }) => language === 'sh')?.text).toBe('npm ci\nnpx inpk demo\n')
    const demo = await run(['npx', 'inpk', 'demo'], ROOT)
    expect(demo.stderr).not.toContain('Error')
    expect(demo.status).toBe(0)
    const events = ['series.created', 'survey.created', 'survey.published', 'content.pushed', 'analysis.completed']
    for (const event of events) expect(demo.stdout + demo.stderr).toContain(event)
  }, 300_000)

  it('all its blocks run in order, in one shell that starts in an empty folder, and print what is shown', async () => {
    const mark = (index: number) => `>>> block ${index}`
    const script = SHELL.map((text, index) => `echo '${mark(index)}'\n${text}`).join('')
    const ran = await run(['sh', '-e', '-c', script], empty, home)
    expect(ran.status, `${ran.stdout.slice(-2_000)}\n${ran.stderr.slice(-2_000)}`).toBe(0)
    const printed = SHELL.map((_, index) => ran.stdout.split(`${mark(index)}\n`)[1]!.split('>>> block')[0]!)
    expect(printed.filter((text) => text.trim() === '')).toEqual([])
    for (const { text, after } of shownOutputs()) {
      const seen = squeezed(printed[SHELL.indexOf(after)]!)
      for (const line of text.trim().split('\n')) expect(seen).toContain(squeezed(line.replace('…', '')))
    }
  }, 180_000)

  it('its Python lines ask the emulator', skipWithout('python3'), async () => {
    const python = BLOCKS.find(({ language }) => language === 'python')!.text
    writeFileSync(join(place, 'readme.py'), python)
    const ran = await run([join(bin, 'inpk'), 'emulator', 'exec', '--', 'python3', join(place, 'readme.py')], place)
    expect([ran.status, ran.stdout], ran.stderr).toEqual([0, expect.stringContaining('"org_id":1')])
  })

  it('names the keys that every emulator has', async () => {
    const env = await run([join(bin, 'inpk'), 'emulator', 'exec', '--', 'sh', '-c', 'echo "$INPK_API_KEY"'], place)
    expect(env.stdout.trim()).toMatch(/^inpk_test_/)
    expect(README).toContain(env.stdout.trim())
  }, 60_000)

  for (const { text } of BLOCKS.filter(({ language }) => language === 'ts')) {
    it(`as a library: ${text.split('\n')[0]} …`, async () => {
      const file = join(ROOT, `dist/readme-example-${process.pid}.mjs`)
      writeFileSync(file, text)
      const cwd = join(place, 'library')
      mkdirSync(cwd)
      copyFileSync(join(ROOT, 'fixtures/app-reviews.csv'), join(cwd, 'app-reviews.csv'))
      const ran = await run([process.execPath, file], cwd)
      rmSync(file)
      expect(ran.stderr).toBe('')
      expect(ran.stdout).toBe('1 true\n405 0\nReviews\ntrue\n')
    }, 60_000)
  }
})

/** What the README shows as the output of a block: the `text` that follows it at once. */
function shownOutputs(): { text: string; after: string }[] {
  return BLOCKS.flatMap(({ language, text }, index) => {
    const before = BLOCKS[index - 1]
    return language === 'text' && before?.language === 'sh' && SHELL.includes(before.text)
      ? [{ text, after: before.text }]
      : []
  })
}

/** Without what differs from run to run: spaces, times, sizes and identifiers of deliveries. */
function squeezed(text: string): string {
  return text
    .replace(/\d\d:\d\d:\d\d|\bdlv_\d+|\b\d+ bytes/g, '*')
    .replace(/\s+/g, ' ')
    .trim()
}

function program(name: string, script: string): void {
  writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`)
  chmodSync(join(bin, name), 0o755)
}

/** Runs a command to its end, in a new home unless one is given. */
async function run(
  [file, ...args]: readonly [string, ...string[]],
  cwd: string,
  own = mkdtempSync(join(place, 'home-')),
) {
  const child = spawn(file, args, { cwd, env: environment(own), stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      said[stream] += text
    })
  }
  const status = await new Promise((done) => child.once('close', done))
  return { status, ...said }
}

function environment(own: string): NodeJS.ProcessEnv {
  const rest = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(INPK_|XDG_)/.test(name)))
  return { ...rest, HOME: own, PATH: `${bin}${delimiter}${process.env.PATH}` }
}
