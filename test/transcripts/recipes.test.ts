import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const ROOT = resolve(import.meta.dirname, '../..')
const README = readFileSync(join(ROOT, 'fixtures/recipes/README.md'), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'inpk-recipes-'))
const environment = join(folder, 'environment')

mkdirSync(join(folder, 'bin'))
const program = `exec '${process.execPath}' '${ROOT}/bin/inpk.js' "$@"`
executable('inpk', program)
executable('npx', `shift\n${program}`)
executable('npm', '[ "$1" = ci ] || inpk me')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function executable(name: string, script: string): void {
  writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`)
  chmodSync(join(folder, 'bin', name), 0o755)
}

function block(language: string, mark: string): string {
  const blocks = README.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))
  return Array.from(blocks, (match) => match[1]!).find((text) => text.includes(mark))!
}

/** A place without any setting but those a step of an action would have, on free ports. */
function environmentOf(more: Record<string, string> = {}) {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('INPK_'))
  const PATH = `${join(folder, 'bin')}${delimiter}${process.env.PATH}`
  return { ...Object.fromEntries(kept), PATH, CI: 'true', GITHUB_ENV: environment, INPK_CONFIG_DIR: folder, ...more }
}

async function statusAs(host: string, url: string): Promise<number | undefined> {
  const asked = get(`${url}/openapi.json`, { headers: { host: `${host}:${new URL(url).port}` } })
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  answer.resume()
  return answer.statusCode
}

describe('the recipes of the README', () => {
  it('GitHub Actions: each step of the job runs, with what the steps before have left in the environment', () => {
    writeFileSync(environment, '')
    const { jobs } = parse(block('yaml', 'actions/checkout'))
    const steps: string[] = jobs.test.steps.flatMap(({ run }: { run?: string }) => run ?? [])
    expect(steps.length).toBeGreaterThan(4)
    for (const step of steps) {
      const command = step.replace('start --detach', 'start --detach --port 0 --dashboard-port 0')
      const lines = readFileSync(environment, 'utf8').match(/^\w+=.*$/gm) ?? []
      const left = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s)))
      const ran = spawnSync('sh', ['-e', '-c', command], { cwd: folder, env: environmentOf(left), encoding: 'utf8' })
      expect(ran.status, `${step}: ${ran.stderr}`).toBe(0)
    }
  }, 60_000)

  it('a container: its command runs, is healthy, answers by the name it is reached by alone, and ends when told', async () => {
    const words = (mark: string) => JSON.parse(block('dockerfile', 'FROM').match(new RegExp(`${mark} (\\[.*\\])`))![1]!)
    const own = (list: string[]) => list.map((word) => word.replace('/data', join(folder, 'data')))
    const [, ...start] = [...own(words('\nCMD')), '--port', '0', '--dashboard-port', '0']
    const options = { cwd: folder, env: environmentOf() }
    const emulator = spawn('inpk', start, { ...options, stdio: 'ignore' })
    const ended = once(emulator, 'exit')
    try {
      const [, ...healthy] = own(words('HEALTHCHECK .* CMD'))
      await expect.poll(() => spawnSync('inpk', healthy, options).status, { timeout: 20_000 }).toBe(0)
      const status = ['emulator', 'status', '--data', join(folder, 'data'), '--jq', '.base_url']
      const url = spawnSync('inpk', status, { ...options, encoding: 'utf8' }).stdout.trim()
      expect([await statusAs('inpk', url), await statusAs('elsewhere', url)]).toEqual([200, 403])
    } finally {
      emulator.kill('SIGTERM')
    }
    expect(await ended).toEqual([143, null])
  }, 60_000)

  it('docker compose: its command is one of the program, and the service it waits for is the one it has', () => {
    const { services, volumes } = parse(block('yaml', 'depends_on'))
    const [, ...command] = services.inpk.command.split(' ')
    const help = spawnSync('inpk', [command[0], command[1], '--help'], {
      env: environmentOf(),
      encoding: 'utf8',
    }).stdout
    for (const option of command.filter((word: string) => word.startsWith('--'))) expect(help).toContain(option)
    expect(Object.keys(services.app.depends_on)).toEqual(['inpk'])
    expect(services.inpk.volumes[0].split(':')[0]).toBe(Object.keys(volumes)[0])
  })
})
