import { describe, expect, it } from 'vitest'
import { analysisCache } from '../../emulator/core/analysis-cache.js'
import type { ItemReader } from '../../emulator/store/index.js'
import { corporaHere } from './analyst.js'

const pass = (throughItemId: number) => ({ sourceId: 1, analysisId: 1, throughItemId, analysedAt: 0, rules: [] })

function readerOf(texts: Map<number, string>): { items: ItemReader; read: number[] } {
  const read: number[] = []
  const scan = async function* (_sourceId: number, afterId: number) {
    for (const [id, text] of texts) {
      if (id <= afterId) continue
      read.push(id)
      yield [{ id, text, rating: null, language: null }]
    }
  }
  return { items: { scan, count: () => texts.size } as unknown as ItemReader, read }
}

const TEXTS = [
  'The parcel came late',
  'The parcel with my xylophone never arrived',
  'Lovely staff',
  'Cannot log in',
  'Where is my parcel?',
]
const numbered = (texts: readonly string[]) => new Map(texts.map((text, index) => [index + 1, text]))

describe('what analysis has found so far', () => {
  it('a pass reads what is new only, and comes to what a single pass comes to', async () => {
    const { items, read } = readerOf(numbered(TEXTS))
    const cache = analysisCache(corporaHere())
    await cache.summary(pass(2), items)
    read.length = 0
    expect(await cache.summary(pass(5), items)).toEqual(
      await analysisCache(corporaHere()).summary(pass(5), readerOf(numbered(TEXTS)).items),
    )
    expect(read).toEqual([3, 4, 5])
  })

  it('an erased item is out of what was found, and nothing is read again for it', async () => {
    const texts = numbered(TEXTS)
    const { items, read } = readerOf(texts)
    const cache = analysisCache(corporaHere())
    expect(JSON.stringify(await cache.summary(pass(5), items))).toContain('xylophone')
    read.length = 0
    texts.delete(2)
    cache.forget(1, [2])
    const summary = await cache.summary(pass(5), items)
    expect(read).toEqual([])
    expect(summary).toEqual(await analysisCache(corporaHere()).summary(pass(5), readerOf(texts).items))
    expect(JSON.stringify(summary)).not.toContain('xylophone')
  })
})
