import { setFlagsFromString } from 'node:v8'

/**
 * Lets the heap grow to twice what is alive before it is swept, not to four times: rows live for a few batches only, and a push must
 * not take more memory the longer it runs (threats B20). Costs nothing that can be measured.
 */
export function keepMemoryLow(): void {
  setFlagsFromString('--heap-growing-percent=100')
}
