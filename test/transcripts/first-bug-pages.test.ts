import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { freePort } from '../free-port.js'
import { inSoak } from '../skip.js'

const ROOT = resolve(import.meta.dirname, '../..')
const scratch = mkdtempSync(join(tmpdir(), 'inpk-pages-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** The blocks that a newcomer runs, and what the page shows of their output, in order. */
function blocks(page: string, language: string): string[] {
  const before = page.slice(0, page.indexOf('## Your own'))
  return [...before.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map((match) => match[1]!)
}

/** npm and npx, as they are once the package is installed. */
function installStandIns(folder: string): string {
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

const PAGES = ['src/webhooks/prove/README.md', 'src/explore/README.md']

it.each(PAGES)(
  'all blocks of %s run in order, in an empty folder, and print what is shown',
  {
    timeout: 600_000,
    ...inSoak,
  },
  async (path) => {
    const page = readFileSync(join(ROOT, path), 'utf8')
    const port = String(await freePort())
    const folder = mkdtempSync(join(scratch, 'page-'))
    const cwd = join(folder, 'empty')
    mkdirSync(cwd)
    const PATH = `${installStandIns(folder)}${delimiter}${process.env.PATH}`
    const env = { ...process.env, PATH, HOME: folder, INPK_CONFIG_DIR: folder, CI: 'true' }
    const script = `set -e\n${blocks(page, 'sh').join('')}`.replaceAll('8080', port)
    const child = spawn('sh', ['-c', script], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
    const [code] = await once(child, 'close')
    expect([code, output]).toEqual([0, expect.anything()])
    const shown = blocks(page, 'text').map((text) => text.replaceAll('8080', port).trimEnd())
    expect(shown.length).toBeGreaterThan(2)
    // A narrower or wider port number wraps elsewhere.
    const flat = (value: string) => value.replace(/\s+/g, ' ')
    let rest = flat(output.replace(/^[\d,]+ of [\d,]+ (orders played|disturbances).*\n/gm, ''))
    for (const part of shown.flatMap((text) => flat(text).split('…'))) {
      expect(rest).toContain(part.trim())
      rest = rest.slice(rest.indexOf(part.trim()) + part.trim().length)
    }
  },
)
