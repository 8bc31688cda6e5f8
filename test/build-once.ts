import { spawnSync } from 'node:child_process'

/** Builds `dist/` before the first test when it is missing or older than the sources, so that smoke tests run what is shipped. */
export function setup(): void {
  const built = spawnSync(process.execPath, ['build.js', '--if-missing'], { stdio: 'inherit' })
  if (built.status !== 0) throw new Error('the build failed; see above')
}
