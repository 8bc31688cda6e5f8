import { describe, expect, it } from 'vitest'
import type { Analyst } from '../../emulator/adapters/analyst.js'
import { sharedThread } from '../../emulator/adapters/shared-analyst.js'
import type { CorpusRequest } from '../../emulator/analysis/index.js'
import { corporaHere } from './analyst.js'

/** Analysts on one counted thread: what it was asked, and how often it was opened and closed. `held` requests wait forever. */
function stage(isHeld: (request: CorpusRequest) => boolean = () => false) {
  const seen = { opened: 0, closed: 0, asked: [] as string[] }
  const open = (): Analyst => {
    seen.opened += 1
    const here = corporaHere((request) => {
      seen.asked.push(`${request.task} ${request.corpus}`)
      return isHeld(request) ? new Promise(() => {}) : undefined
    })
    return {
      ask: here.ask,
      async close() {
        seen.closed += 1
        await here.close()
      },
    }
  }
  return { share: sharedThread(open), seen }
}

const begin = (analyst: Analyst, corpus: number) =>
  analyst.ask({ task: 'begin', corpus, rules: [], feedbackType: undefined })
const summary = (analyst: Analyst, corpus: number) => analyst.ask({ task: 'summary', corpus })

describe('the emulators of a process analyse on one thread', () => {
  it('it starts when the first analysis is due, and serves those that are opened after others were closed', async () => {
    const { share, seen } = stage()
    const first = share()
    expect(seen.opened).toBe(0)
    await begin(first, 1)
    await first.close()
    const [second, third] = [share(), share()]
    await begin(second, 2)
    await begin(third, 3)
    expect([seen.opened, seen.closed]).toEqual([1, 0])
  })

  it('who closes leaves no corpus behind, nor takes those of others', async () => {
    const { share, seen } = stage()
    const [closing, staying] = [share(), share()]
    await begin(closing, 1)
    await begin(closing, 2)
    await closing.ask({ task: 'drop', corpus: 2 })
    await begin(staying, 3)
    await closing.close()
    await expect(summary(closing, 1)).rejects.toThrow('the emulator is closed')
    expect((await summary(staying, 3)).item_count).toBe(0)
    expect(seen.asked.filter((each) => each.startsWith('drop'))).toEqual(['drop 2', 'drop 1'])
  })

  it('what is still asked by who closes is rejected; the thread ends if it works for no one else', async () => {
    const { share, seen } = stage(({ task, corpus }) => task === 'summary' && corpus === 1)
    const [closing, other] = [share(), share()]
    await begin(closing, 1)
    const asked = summary(closing, 1)
    const refused = expect(asked).rejects.toThrow('the emulator is closed')
    await closing.close()
    await refused
    expect(seen.closed).toBe(0)
    const behind = expect(begin(other, 2)).rejects.toThrow('the emulator is closed')
    await other.close()
    await behind
    expect(seen.closed).toBe(1)
    await begin(share(), 4)
    expect(seen.opened).toBe(2)
  })
})
