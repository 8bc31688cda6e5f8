import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const MB = 1_000_000

/** What the package weighs: packed, and installed with what it needs. */
export function size({ folder, of }) {
  const place = join(folder, 'size')
  mkdirSync(place)
  writeFileSync(join(place, 'package.json'), JSON.stringify({ name: 'size', private: true }))
  const packed = npm(ROOT, ['pack', '--ignore-scripts', '--json', '--pack-destination', place])
  const [{ filename, size: bytes }] = JSON.parse(packed)
  npm(place, ['install', '--no-audit', '--no-fund', '--ignore-scripts', `./${filename}`])
  const add = of('The package', false)
  add('packed', [bytes / MB], 'MB', { most: 1.8, digits: 1 })
  add('installed, with what it needs', [weigh(join(place, 'node_modules'))], 'MB', { most: 60, digits: 0 })
}

function npm(cwd, argv) {
  const { status, stdout, stderr } = spawnSync('npm', argv, { cwd, encoding: 'utf8', timeout: 300_000 })
  if (status !== 0) throw new Error(`npm ${argv[0]} failed: ${stderr.slice(-500)}`)
  return stdout
}

/** On the disk, where each file takes whole blocks. */
function weigh(folder) {
  const files = readdirSync(folder, { recursive: true }).map((name) => statSync(join(folder, name)))
  return files.reduce((sum, { blocks }) => sum + blocks * 512, 0) / MB
}
