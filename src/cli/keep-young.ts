import { setFlagsFromString } from 'node:v8'

/**
 * Keeps what is made for each row among the young objects: without it, rows that survive the first sweeps have all later ones allocated as
 * old, and those are kept until the whole heap is swept (a fifth more memory in one upload of five).
 */
export function keepRowsYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}
