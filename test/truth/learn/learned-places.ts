import type { WireOperation } from '../../../src/truth/learn/evidence/evidence.js'
import { valueJudge } from '../../../src/truth/learn/learn.js'
import { learnSlots } from '../../../src/truth/learn/learn-slots.js'
import { knownValues } from '../../../src/truth/learn/match/values.js'
import { findRoutes } from '../../../src/truth/learn/routes.js'
import { withWholeBody } from '../../../src/truth/learn/whole-body.js'

/** Where our members stand by what is known of a service, from the slot's root. */
export function learnedPlaces(wires: readonly WireOperation[]): Record<string, string> {
  const places: Record<string, string> = {}
  const found = findRoutes(wires).found.map(withWholeBody)
  const known = knownValues(found)
  const chosen = [...new Map([...found].reverse().map((each) => [each.operation, each])).values()]
  for (const each of chosen) {
    for (const { slot, findings } of learnSlots(each, valueJudge(each.operation, known))) {
      const wire: Record<string, string> = {}
      for (const { path, place, state } of findings.members) {
        if (state !== 'seen') continue
        const [parent = ''] = /^.*\[\]/.exec(path) ?? []
        const prefix = parent === '' ? (findings.at === '' ? '' : `${findings.at}.`) : `${wire[parent.slice(0, -2)]}[].`
        wire[path] = place?.startsWith('/') && place !== '/' ? place.slice(1) : prefix + place
        places[`${each.operation} ${slot} ${path}`] = wire[path]!
      }
    }
  }
  return places
}
