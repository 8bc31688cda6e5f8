import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { World } from '../../cli/world.js'
import { stateDirectory } from '../../config/places.js'
import { listSpools } from '../../ingest/spool.js'
import { count } from '../../output/show.js'
import { type Check, ok, warning } from './check.js'

const MEGABYTE = 1_000_000

/** What pushes keep on this machine: places of runs, and the input of those that read stdin. */
export async function checkKept(world: World): Promise<Check> {
  const folder = stateDirectory(world)
  const runs = (await readdir(join(folder, 'runs')).catch(() => [])).filter((name) => name.endsWith('.jsonl'))
  const spools = await listSpools(join(folder, 'spool'))
  const dead = spools.filter(({ life }) => life === 'dead')
  const running = spools.length - dead.length
  const said = `${count(runs.length, 'place')} of pushes${running === 0 ? '' : `, ${count(running, 'running push')} from stdin`} in ${folder}`
  if (dead.length === 0) return ok('kept', said)
  const size = (dead.reduce((sum, { bytes }) => sum + bytes, 0) / MEGABYTE).toFixed(1)
  const left = `${count(dead.length, 'file')} of stdin (${size} MB) left by pushes that were killed`
  return warning('kept', `${said}; ${left}`, 'The next push removes what was left; nothing needs it.')
}
