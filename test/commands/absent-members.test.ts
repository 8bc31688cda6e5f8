import { expect, test } from 'vitest'
import { contractWith } from '../../src/contract/facts/contract-with.js'
import { type Facts, pathText } from '../../src/contract/facts/facts.js'
import { eachMember } from '../../src/contract/facts/schema-path.js'
import { rowOf } from '../../src/contract/operations/index.js'
import { assumptionAt } from '../../src/truth/learn/match/slots.js'
import { otherService } from './other-service.js'
import { scratchFolder, writeFile } from './scratch.js'
import { openBench, stageSource } from './with-emulator.js'

const LISTS = [
  ['listSources', ['groups list', 'groups list --output csv', 'sources list', 'sources list --output csv']],
  [
    'listFeedback',
    ['feedback list', 'feedback list --output csv', 'feedback export', 'feedback export --format ndjson'],
  ],
] as const

/** The rows themselves: of a list that has none there is nothing to show. */
const ROWS = ['survey_series', 'items']

test.each(LISTS)(
  'a member that the service is known to lack is left empty, and no command fails for it: %s',
  async (operation, lines) => {
    const bench = await openBench()
    await stageSource(bench, [{ text: 'Late again', external_id: 'e1' }])
    const paths = new Set([...eachMember(rowOf(operation).result)].map(({ steps }) => pathText(steps)))
    const failed: string[] = []
    let tried = 0
    for (const path of paths) {
      const covering = assumptionAt('result', operation, path)
      if (!covering || ROWS.includes(path)) continue
      const { id, below } = covering
      const facts = { [id]: below === '' ? { name: null } : { names: { [below]: null } } }
      const contract = contractWith(facts as Facts)
      const transport = otherService(bench.emulator.handle, {
        answer: (payload) => {
          const isOurs = payload.survey_series || payload.feedback_groups || payload.items
          const words = payload.survey_series ? 'classic' : 'recommended'
          return isOurs ? contract.codecOf(operation, 'result', words)!.toWire(payload) : payload
        },
      })
      const file = writeFile(scratchFolder(), 'f.json', JSON.stringify(facts))
      for (const line of lines) {
        tried += 1
        const { code, stdout, stderr } = await bench.run([...line.split(' '), '--facts', file], { transport })
        if (code !== 0 || stdout.trim() === '') failed.push(`${line} without ${path}: exit ${code}\n${stderr}`)
      }
    }
    expect(failed).toEqual([])
    expect(tried).toBeGreaterThan(20)
  },
  60_000,
)
