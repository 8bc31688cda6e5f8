import { appendFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Transport } from '../../src/contract/wire.js'
import { scratchFolder } from './scratch.js'
import { openBench, stageSource, storedTexts } from './with-emulator.js'

/** A folder that can be watched again and again, with rows that carry no ids. */
async function stage() {
  const bench = await openBench()
  await stageSource(bench)
  const cwd = scratchFolder()
  const folder = join(cwd, 'in')
  mkdirSync(folder)
  const env = { INPK_CONFIG_DIR: join(cwd, 'config') }
  let untilFailure = 0
  const list = (name: string) => (existsSync(join(folder, name)) ? readdirSync(join(folder, name)).sort() : [])
  return {
    folder,
    drop: (name: string, text: string) => writeFileSync(join(folder, name), text),
    append: (name: string, text: string) => appendFileSync(join(folder, name), text),
    push: (...words: string[]) =>
      bench.run(['push', ...words, '--source', 'Tickets', '--external-id', 'none'], {
        ...{ cwd, env },
        async transport(request) {
          if (request.url.includes('/content/push') && --untilFailure === 0)
            throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
          return bench.emulator.handle(request)
        },
      }),
    /** The so-many-th request to push from here on finds nobody. */
    failPush(number: number) {
      untilFailure = number
    },
    /** Watches for so many looks; `atPush` comes while the first request is on its way, `atLook` before each look. */
    async watch({ atPush, atLook, looks = 4 }: { atPush?(): void; atLook?(look: number): void; looks?: number } = {}) {
      let look = 0
      let stop: ((signal: NodeJS.Signals) => void) | undefined
      let pushes = 0
      const transport: Transport = async (request) => {
        const answer = await bench.emulator.handle(request)
        if (request.url.includes('/content/push') && ++pushes === 1) atPush?.()
        return answer
      }
      return bench.run(['push', '--watch', 'in', '--source', 'Tickets', '--external-id', 'none'], {
        ...{ cwd, env, transport },
        onSignal(listener) {
          stop = listener
          return () => {}
        },
        async sleep(waitMs) {
          if (waitMs !== 1_000) return
          look += 1
          atLook?.(look)
          if (look === looks) stop?.('SIGINT')
          await new Promise((resolve) => setTimeout(resolve, 2))
        },
      })
    },
    stored: async () => (await storedTexts(bench)).join(' '),
    places: () => ({
      left: list('.').filter((name) => name.endsWith('.csv')),
      done: list('done'),
      failed: list('failed'),
    }),
  }
}

describe('push --watch with --external-id none', () => {
  it('a file that grows while it is pushed is taken again, its earlier rows are not sent again', async () => {
    const { drop, append, watch, stored, places } = await stage()
    drop('a.csv', 'text\none\ntwo\n')
    const { stderr } = await watch({ atPush: () => append('a.csv', 'three\n'), looks: 6 })
    expect(stderr).toContain('a.csv changed while it was pushed. It stays')
    expect(stderr).toContain('This file has grown since it was pushed there')
    expect(await stored()).toBe('one three two')
    expect(places()).toEqual({ left: [], done: ['a.csv'], failed: [] })
  })

  it('a file whose beginning changes while it is pushed is set aside; nothing of it is sent twice, and put back it is pushed whole', async () => {
    const { folder, drop, watch, stored, places } = await stage()
    drop('a.csv', 'text\none\ntwo\n')
    const { stderr } = await watch({ atPush: () => drop('a.csv', 'text\nzero\none\ntwo\n'), looks: 6 })
    expect(stderr).toContain('rows 2 to 3 were sent before and have changed since')
    expect(stderr).toContain(
      'It was moved to failed; if moved back, it is pushed whole, including rows already stored.',
    )
    expect(await stored()).toBe('one two')
    expect(places()).toEqual({ left: [], done: [], failed: ['a.csv'] })
    renameSync(join(folder, 'failed', 'a.csv'), join(folder, 'a.csv'))
    await watch()
    expect(await stored()).toBe('one one two two zero')
    expect(places().done).toEqual(['a.csv'])
  })

  it.each(['grown', 'the same', 'changed'])(
    'killed between taking and moving: the next start finds the file %s',
    async (how) => {
      const { folder, drop, append, watch, stored, places } = await stage()
      drop('a.csv', 'text\none\ntwo\n')
      // Where a file stands in place of done/, it ends when it is about to move, with all else done.
      drop('done', '')
      expect((await watch()).code).not.toBe(130)
      rmSync(join(folder, 'done'))
      if (how === 'grown') append('a.csv', 'three\n')
      if (how === 'changed') drop('a.csv', 'text\ntwo\none\n')
      await watch()
      expect(await stored()).toBe(how === 'grown' ? 'one three two' : 'one two')
      expect(places()).toMatchObject(
        how === 'changed' ? { failed: ['a.csv'], left: [] } : { done: ['a.csv'], left: [] },
      )
    },
  )

  it('a new file of the same name is a new one, whatever it begins with', async () => {
    const { drop, watch, stored, places } = await stage()
    drop('a.csv', 'text\none\n')
    await watch()
    drop('a.csv', 'text\none\ntwo\n')
    await watch()
    drop('a.csv', 'text\nthree\n')
    await watch()
    expect(await stored()).toBe('one one three two')
    expect(places().done).toEqual(['2-a.csv', '3-a.csv', 'a.csv'])
  })

  it('a file that was written on after it was moved, and is moved back, adds its later rows only', async () => {
    const { folder, drop, append, watch, stored, places } = await stage()
    drop('a.csv', 'text\none\n')
    await watch()
    append('done/a.csv', 'two\n')
    renameSync(join(folder, 'done', 'a.csv'), join(folder, 'a.csv'))
    await watch()
    expect(await stored()).toBe('one two')
    expect(places()).toEqual({ left: [], done: ['a.csv'], failed: [] })
  })
})

describe('push FILE with --external-id none', () => {
  it('of a file that has grown sends what came after, whoever pushed it before, and says so', async () => {
    const { drop, append, push, stored } = await stage()
    drop('a.csv', 'text\none\n')
    await push('in/a.csv')
    append('a.csv', 'two\n')
    const { code, stderr } = await push('in/a.csv')
    expect([code, stderr]).toEqual([0, expect.stringContaining('This file has grown since it was pushed there')])
    expect(await stored()).toBe('one two')
    await push('in/a.csv', '--restart')
    expect(await stored()).toBe('one one two two')
  })

  it('of a file with other content is a new run once the other was pushed whole, and refused (7) while it was not', async () => {
    const { drop, push, failPush, stored } = await stage()
    drop('a.csv', 'text\none\n')
    await push('in/a.csv')
    drop('a.csv', 'text\nother\n')
    expect((await push('in/a.csv')).stderr).toContain('pushed there before with other content')
    expect(await stored()).toBe('one other')
    const rows = Array.from({ length: 1_500 }, (_, row) => `${row}\n`).join('')
    drop('a.csv', `text\n${rows}`)
    failPush(2)
    expect((await push('in/a.csv', '--retries', '0', '--concurrency', '1')).code).toBe(9)
    drop('a.csv', `text\nanother\n${rows}`)
    const { code, stderr } = await push('in/a.csv')
    expect([code, stderr]).toEqual([
      7,
      expect.stringContaining('`--restart` pushes all of it again, including rows already stored.'),
    ])
    expect((await stored()).split(' ')).toHaveLength(1_002)
  })
})
