import { wrongUsage } from '../terminal/failure.js'
import type { Globals } from './global-options.js'

/** Refuses `--limit` where something is written: it limits what is listed, and who gives it means fewer rows than all. */
export function requireNoLimit({ limit }: Pick<Globals, 'limit'>): void {
  if (limit === undefined) return
  throw wrongUsage(
    '--limit only applies to commands that list rows',
    'Leave it out. `inpk push` takes some of the rows with --max-items or --sample.',
  )
}
