import { isTime, type WireType, wireTypesOf } from '../../../src/contract/facts/scalars.js'
import type { TSchema } from '../../../src/contract/schema.js'
import type { Style } from './backend-style.js'
import { oneOf } from './pick.js'

/** How a backend writes a scalar that it does not write as we do; nothing where no backend would. */
export function randomType(name: string, node: TSchema, style: Style): WireType | undefined {
  const { pick, usual } = style
  const types = wireTypesOf(name, node)
  const { type } = node as { type?: string }
  const among = (...chosen: WireType[]) => {
    const fitting = chosen.filter((each) => types.includes(each))
    return fitting.length > 0 ? oneOf(pick, fitting) : undefined
  }
  if (isTime(name, node)) {
    if (/^(published_at|occurred_at|period_end|occurred_since|occurred_until)$/.test(name) && pick(5) === 0)
      return among('date')
    const times = types.filter((each) => each !== 'date')
    return among(usual('times', times))
  }
  if (type === 'string') return isNumbered(name) ? among('integer') : undefined
  if (type === 'integer') return isNumbered(name) || pick(3) === 0 ? among('string') : undefined
  if (type === 'boolean') return among('integer', 'integer', 'string')
  return name === 'share' ? among('percent', 'percent', 'string') : among('string')
}

/** Whether identifiers of the service are numbers; those of tasks and invites have letters, and others come from whoever pushes. */
function isNumbered(name: string): boolean {
  return /_id$/.test(name) && !/^(task|invite|external|customer)_id$/.test(name)
}
