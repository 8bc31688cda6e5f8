import { spawnSync } from 'node:child_process'

/**
 * Builds `dist/` before the first test when it is missing or older than the sources, so that smoke tests run what is shipped.
 * A build that fails is said and stops nothing here: `npm test` has built before, and tests of the sources need no build.
 */
export function setup(): void {
  const built = spawnSync(process.execPath, ['build.js', '--if-missing'], { encoding: 'utf8' })
  if (built.status !== 0) process.stderr.write(`the build failed, dist/ is old:\n${built.stderr.slice(0, 2_000)}\n`)
}
