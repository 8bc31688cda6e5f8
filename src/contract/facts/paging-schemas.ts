import type { Values } from '../assumptions/values.js'
import { type TSchema, Type } from '../schema.js'
import type { Paging } from './paging.js'
import { parsePlace, type WireStep } from './wire-path.js'

type PageSizes = Values['paging-clamp']
type Placed = readonly [steps: readonly WireStep[], schema: TSchema]

/** What a listing has beside its entries and filters: in its query the size and the place of a page, in its answer what follows. */
export function pagingSchemas(paging: Paging, slot: 'query' | 'result', page: PageSizes): Placed[] {
  const { style, at, limit, first, next, more, total, pages, echo } = paging
  const isCounted = style === 'offset' || style === 'page'
  const number = Type.Integer({ minimum: 0 })
  if (slot === 'query') {
    const size: Placed[] =
      limit === null
        ? []
        : [[[{ name: limit }], Type.Integer({ minimum: 1, maximum: page.most, default: page.default })]]
    const place = style === 'page' ? Type.Integer({ minimum: first }) : isCounted ? number : Type.String()
    return style === 'none' ? size : [...size, [[{ name: at }], place]]
  }
  const places: [string | undefined, TSchema][] = [
    [
      style === 'link' || style === 'last' || style === 'none' ? undefined : next,
      Type.Union([isCounted ? number : Type.String(), Type.Null()]),
    ],
    [more, Type.Boolean()],
    [total, number],
    [pages, number],
    [echo?.limit, number],
    [echo?.at, Type.Union([number, Type.Null()])],
  ]
  return places.flatMap(([place, schema]) => (place === undefined ? [] : [[parsePlace(place)!.steps, schema] as const]))
}

/** The headers that say of a page how the list goes on. */
export function pageHeaders(paging: Paging | undefined): string[] {
  return [...(paging?.style === 'link' ? ['Link'] : []), ...Object.values(paging?.headers ?? {})]
}
