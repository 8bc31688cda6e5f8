import type { HarFile } from './har-file.js'
import { KnownValues } from './known-values.js'

/** In so much of the file a credential is looked for when it is first used: it was most likely handed out just before. */
const RECENT_BYTES = 256 * 1024
/** `KnownValues` forgets beyond twice as many. */
const MOST_PENDING = 5_000

/**
 * Writes over credentials in what was recorded before they were used, for they may have been handed out in an answer that did not call
 * them one. In older entries this is done whenever the file has doubled, and at the end: a new one with each request must not make each
 * request wait for the whole file.
 */
export class Hiding {
  private pending: string[] = []
  private swept = RECENT_BYTES

  constructor(private readonly file: HarFile) {}

  hide(values: readonly string[]): void {
    const { file } = this
    if (values.length > 0) file.hide(new KnownValues(values), RECENT_BYTES)
    if (file.added > RECENT_BYTES) this.pending.push(...values)
    if (file.added >= 2 * this.swept || this.pending.length >= MOST_PENDING) this.sweep()
  }

  sweep(): void {
    const { file, pending } = this
    if (pending.length > 0) file.hide(new KnownValues(pending), file.added)
    this.pending = []
    this.swept = Math.max(this.swept, file.added)
  }
}
