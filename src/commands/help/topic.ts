import type { Style } from '../../terminal/style.js'

/** A page of `inpk help`: what JSON prints of it, and its lines. */
export interface Topic {
  data(): unknown
  lines(style: Style): string[]
}
