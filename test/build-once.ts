import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** `npm test` has built what is missing or old; a bare `vitest run` on a fresh checkout gets its build here. */
export function setup(): void {
  if (existsSync('dist/program/main.cjs')) return
  const built = spawnSync(process.execPath, ['build.js'], { stdio: 'inherit' })
  if (built.status !== 0) throw new Error('the build failed; see above')
}
