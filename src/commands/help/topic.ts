import type { Style } from '../../output/style.js'

/** A page of `inpk help`: what JSON prints of it, and its lines. */
export interface Topic {
  readonly purpose: string
  data(): unknown
  lines(style: Style): string[]
}
