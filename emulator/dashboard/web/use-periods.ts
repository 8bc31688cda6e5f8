import { useCallback, useEffect, useState } from 'react'
import type { ControlResultOf } from '../../../src/contract/control/index.js'
import { lastPeriods, type PeriodKind } from '../../../src/contract/periods.js'
import { callControl } from './control.js'
import { useOrgId } from './org-id.js'
import { foldPeriods, type PeriodLine } from './period-lines.js'
import { isChange, useRecord, useReload } from './use-record.js'

/** This many periods are shown, from the latest with items back. */
const SHOWN = 8
/** How far back that one is looked for. */
const MOST = 64

/** The last periods of a source, the latest with items first; undefined until they are read. */
export function usePeriods(sourceId: string, kind: PeriodKind): readonly PeriodLine[] | undefined {
  const orgId = useOrgId()
  const { data: clock } = useRecord('getClock', {}, ({ name }) => name === 'clock')
  const [read, setRead] = useState<readonly PeriodLine[]>()
  const now = clock?.now
  const load = useCallback(() => {
    if (now === undefined) return undefined
    let isGone = false
    const keys = lastPeriods(kind, Date.parse(now), MOST).map(({ key }) => key)
    readPeriods(orgId, sourceId, keys).then(
      (analyses) => isGone || setRead(foldPeriods(keys, analyses)),
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [orgId, sourceId, kind, now])
  useEffect(load, [load])
  useReload(load, isChange)
  return read
}

/** Goes back until there are enough. */
async function readPeriods(orgId: string, id: string, keys: readonly string[]) {
  const analyses: ControlResultOf<'getSourceAnalysis'>[] = []
  for (let from = 0; from < keys.length; from += SHOWN) {
    const some = keys.slice(from, from + SHOWN).map((period_key) => ({ params: { id }, query: { period_key } }))
    analyses.push(...(await Promise.all(some.map((input) => callControl(orgId, 'getSourceAnalysis', input)))))
    const first = analyses.findIndex(({ item_count }) => item_count > 0)
    if (first >= 0 && analyses.length - first >= SHOWN) return analyses.slice(0, first + SHOWN)
  }
  return analyses
}
