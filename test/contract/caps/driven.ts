import type { CapName } from '../../../src/contract/caps.js'

/** Something that grows, with room for so many. */
export interface Driven {
  /** Adds one more; `number` counts from 0. */
  add(number: number): unknown
  held(): number | Promise<number>
}

export interface Driver {
  /** Room for so many in the test; as in the table where it is cheap to fill. */
  most?: number
  begin(most: number): Driven | Promise<Driven>
  /** More than this is never held; by default some more than are kept. */
  atMost?(most: number): number
}

export type Drivers<Names extends CapName> = Readonly<Record<Names, Driver>>
