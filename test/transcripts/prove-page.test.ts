import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { inSoak } from '../skip.js'

const ROOT = resolve(import.meta.dirname, '../..')
const PAGE = readFileSync(join(ROOT, 'src/webhooks/prove/README.md'), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'inpk-prove-page-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The blocks of the page that a newcomer runs, and what it shows of their output, in order. */
function blocks(language: string): string[] {
  const before = PAGE.slice(0, PAGE.indexOf('## Your own receiver'))
  return [...before.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map((match) => match[1]!)
}

/** npm and npx, as they are once the package is installed. */
function installStandIns(): string {
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  const scripts = {
    npm: `mkdir -p node_modules && ln -s '${ROOT}' node_modules/inpk`,
    npx: `shift; exec '${process.execPath}' '${ROOT}/bin/inpk.js' "$@"`,
  }
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  symlinkSync(process.execPath, join(bin, 'node'))
  return bin
}

async function freePort(): Promise<number> {
  const server = createServer().listen(15_000 + Math.floor(Math.random() * 15_000), '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

it('all blocks of the page that proves a receiver run in order, in an empty folder, and print what is shown', {
  timeout: 240_000,
  ...inSoak,
}, async () => {
  const port = String(await freePort())
  const cwd = join(folder, 'empty')
  mkdirSync(cwd)
  const PATH = `${installStandIns()}${delimiter}${process.env.PATH}`
  const env = { ...process.env, PATH, HOME: folder, INPK_CONFIG_DIR: folder, CI: 'true' }
  const script = `set -e\n${blocks('sh').join('')}`.replaceAll('8080', port)
  const child = spawn('sh', ['-c', script], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
  const [code] = await once(child, 'close')
  expect([code, output]).toEqual([0, expect.anything()])
  const shown = blocks('text').map((text) => text.replaceAll('8080', port).trimEnd())
  expect(shown).toHaveLength(3)
  let rest = output.replace(/^[\d,]+ of 2,000 orders played, .*\n/gm, '')
  for (const text of shown) {
    // A narrower or wider port number wraps elsewhere.
    const flat = (value: string) => value.replace(/\s+/g, ' ')
    for (const part of flat(text)
      .split('…')
      .map((each) => each.trim())) {
      expect(flat(rest)).toContain(part)
      rest = flat(rest).slice(flat(rest).indexOf(part) + part.length)
    }
  }
})
