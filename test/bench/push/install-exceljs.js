import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Installs the peer into a folder of its own; undefined where it cannot be had. It is no dependency of ours. */
export function installExceljs(folder) {
  const place = join(folder, 'peer')
  mkdirSync(place)
  const wish = { dependencies: { exceljs: '4.4.0' }, overrides: { 'typedarray.prototype.slice': '1.0.5' } }
  writeFileSync(join(place, 'package.json'), JSON.stringify({ name: 'peer', private: true, ...wish }))
  const options = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const shell = process.platform === 'win32'
  const { status } = spawnSync('npm', options, { cwd: place, stdio: 'ignore', timeout: 180_000, shell })
  return status === 0 ? place : undefined
}
