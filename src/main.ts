import { tellAtOnce } from './cli/tell-at-once.js'

process.exitCode = (await tellAtOnce(process.argv.slice(2))) ? 0 : await runWhole()

/** Loaded only now: version and help of the whole program need none of it. */
async function runWhole(): Promise<number> {
  const [{ runCommandLine }, { realWorld }] = await Promise.all([import('./cli/run.js'), import('./cli/world.js')])
  return runCommandLine(process.argv.slice(2), realWorld())
}
