import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import stringWidth from 'string-width'
import { describe, expect, it } from 'vitest'
import type { FormatOptions } from '../../src/output/format.js'
import type { Column } from '../../src/output/outcome.js'
import type { Printer } from '../../src/output/printer.js'
import { renderList } from '../../src/output/render-list.js'
import { tableLines } from '../../src/output/table.js'
import { layoutWidth, plainStyle } from '../../src/terminal/style.js'
import { displayWidth, pad, truncate, wrap } from '../../src/terminal/width.js'
import { runInpk } from './run-inpk.js'

const COLUMNS = [
  { key: 'id', title: 'ID', numeric: true },
  { key: 'text', title: 'TEXT', flexible: true },
  { key: 'group', title: 'GROUP', flexible: true },
  { key: 'state', title: 'STATE' },
] as const

const ROWS = [
  {
    id: '1',
    text: 'Короткий отзыв о доставке и упаковке товара',
    group: '漢字かな交じり文のグループ',
    state: 'published',
  },
  { id: '22', text: '👩‍👩‍👧‍👦 family 🎉 e\u0301clair\nsecond line', group: 'Support', state: 'draft' },
  { id: '333', text: '', group: null, state: '\x1b[2Jevil' },
]

describe('a table', () => {
  it.each([20, 25, 40, 60, 80, 120, 200])('never exceeds %i columns', (width) => {
    const lines = tableLines(COLUMNS, ROWS, plainStyle(width))
    const noted = lines.findIndex((line) => line.startsWith('Not shown'))
    const notes = noted === -1 ? '' : lines.slice(noted).join(' ')
    const missing = COLUMNS.map(({ title }) => title).filter((title) => !lines[0]!.includes(title))
    expect(notes.replace(/\s+/g, ' ')).toBe(
      missing.length === 0 ? '' : `Not shown at this width: ${missing.join(', ')}. \`--output json\` has all.`,
    )
    expect(lines.length).toBeGreaterThanOrEqual(1 + ROWS.length)
    for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width)
  })

  it('holds a row in one line where its texts can be read, and cuts them', () => {
    expect(tableLines(COLUMNS, ROWS, plainStyle(60))).toHaveLength(1 + ROWS.length)
  })

  it('folds what would be cut beyond recognition: ids, texts in narrow columns, and what is marked whole', () => {
    const path = '/home/ada/.config/inpk/config.json'
    const rows = [
      { id: 'result:listSources.survey_series[].survey_series_id', what: 'undid the changes after 6', path },
    ]
    const read = (width: number, columns: readonly Column[]) => {
      const lines = tableLines(columns, rows, plainStyle(width))
      for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width)
      const starts = columns.map(({ title }) => lines[0]!.indexOf(title))
      return starts.map((start, at) => lines.slice(1).map((line) => line.slice(start, starts[at + 1]).trim()))
    }
    const [id, what] = read(40, [
      { key: 'id', title: 'ID' },
      { key: 'what', title: 'WHAT', flexible: true },
    ])
    expect(id!.join('')).toBe(rows[0]!.id)
    expect(what!.join(' ').trim()).toBe(rows[0]!.what)
    const whole = read(60, [
      { key: 'id', title: 'ID', flexible: true },
      { key: 'path', title: 'PATH', flexible: true, whole: true },
    ])
    expect(whole[0]![0]).toMatch(/…$/)
    expect(whole[1]!.join('')).toBe(path)
  })

  it('aligns columns by what a terminal shows, not by code units', () => {
    const lines = tableLines(COLUMNS, ROWS, plainStyle(200))
    const starts = lines.map((line) => displayWidth(line.slice(0, line.search(/STATE|published|draft|evil/))))
    expect(new Set(starts).size).toBe(1)
  })

  it('shows counts with thousands separators to a person, and plain in a pipe', () => {
    const columns = [{ key: 'items', title: 'ITEMS', numeric: true, quantity: true }] as const
    const rows = [{ items: 60_000 }, { items: null }]
    expect(tableLines(columns, rows, plainStyle(80))).toEqual([' ITEMS', '60,000', ''])
    expect(tableLines(columns, rows, plainStyle(80, Number.POSITIVE_INFINITY))).toEqual(['ITEMS', '60000', ''])
  })

  it('in a pipe is not filled with spaces for the sake of one long text, and cuts none', () => {
    const rows = [
      { id: '1', text: 'x'.repeat(5_000), group: 'a', state: 'b' },
      { id: '2', text: 'short', group: 'c', state: 'd' },
    ]
    const lines = tableLines(COLUMNS, rows, plainStyle(80, Number.POSITIVE_INFINITY))
    expect(lines[1]).toBe(` 1  ${'x'.repeat(5_000)}  a      b`)
    expect(lines[0]!.length).toBeLessThan(80)
    expect(lines[2]!.length).toBeLessThan(80)
  })

  it.each([false, true])('of a list says on stderr which columns had no room; endless: %s', async (endless) => {
    const written: string[] = []
    const keep = async (text: string) => void written.push(text)
    const printer = { style: plainStyle(25), write: keep, writeLines: keep, note: keep } as unknown as Printer
    async function* rows() {
      yield* ROWS
    }
    await renderList(
      { columns: COLUMNS, rows: rows(), ...(endless ? { endless } : {}) } as never,
      {} as FormatOptions,
      printer,
    )
    const notes = written.filter((text) => text.startsWith('Not shown at this width: '))
    expect(notes).toEqual([expect.stringContaining('STATE')])
    expect(written.indexOf(notes[0]!)).toBe(endless ? 0 : written.length - 1)
  })

  it('cuts no cell of a later page while the lines have room', async () => {
    const later = { id: '2', text: 'A title that is longer than the first', group: 'Support', state: 'published' }
    async function* rows() {
      yield { id: '1', text: 'short', group: 'A', state: 'draft' }
      // A page is on its way.
      for (let turn = 0; turn < 3; turn += 1) await setImmediate()
      yield later
    }
    const printed = async (width: number) => {
      const lines: string[] = []
      const keep = async (text: string) => void lines.push(...text.trimEnd().split('\n'))
      const printer = { write: keep, writeLines: keep, note: keep, style: plainStyle(width) } as unknown as Printer
      await renderList({ rows: rows(), columns: COLUMNS }, { output: 'table' } as FormatOptions, printer)
      return lines
    }
    expect((await printed(70)).at(-1)).toBe(' 2  A title that is longer than the first  Support  published')
    for (const line of await printed(30)) expect(displayWidth(line)).toBeLessThanOrEqual(30)
  })

  it('sends no control sequence', () => {
    expect(tableLines(COLUMNS, ROWS, plainStyle(80)).join('\n')).not.toContain('\x1b')
  })

  it('fits any width for any cells', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '漢', '😀', ' ', 'é', '\n') })
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 200 }), fc.array(cell, { maxLength: 6 }), (width, texts) => {
        const rows = texts.map((text) => ({ id: text, text, group: text, state: text }))
        return tableLines(COLUMNS, rows, plainStyle(width)).every((line) => displayWidth(line) <= width)
      }),
    )
  })
})

describe('widths', () => {
  it.each([
    [undefined, {}, 80],
    [100, {}, 100],
    [5, {}, 20],
    [999, {}, 200],
    [undefined, { COLUMNS: '66' }, 66],
    [undefined, { COLUMNS: 'wide' }, 80],
    [0, { COLUMNS: '0' }, 80],
  ])('a stream of %s columns with %j is laid out for %i', (columns, env, width) => {
    expect(layoutWidth(columns, env)).toBe(width)
  })

  it('a cut goes through no character', () => {
    expect(truncate('漢字漢字', 5)).toBe('漢字…')
    expect(truncate('👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 3)).toBe('👩‍👩‍👧‍👦…')
    expect(truncate('short', 5)).toBe('short')
  })

  it('a letter the shortcut takes for narrow is narrow', () => {
    const wide = Array.from({ length: 0x2800 }, (_, code) => String.fromCharCode(code)).filter(
      (letter) => displayWidth(letter) !== stringWidth(letter),
    )
    expect(wide).toEqual([])
  })

  it('padding counts columns', () => expect(pad('漢', 4, 'right')).toBe('  漢'))

  it('wrapped lines fit', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 4, max: 60 }), (text, width) =>
        wrap(text, width).every((line) => displayWidth(line) <= width),
      ),
    )
  })
})

it('what to do next stands below a table, and not beside JSON', async () => {
  const printed = async (output: FormatOptions['output']) => {
    const written: string[] = []
    const keep = async (text: string) => void written.push(text)
    const printer = { style: plainStyle(80), write: keep, writeLines: keep, note: keep } as unknown as Printer
    async function* rows() {
      yield* ROWS
    }
    await renderList({ columns: COLUMNS, rows: rows(), hint: 'Next.' }, { output } as FormatOptions, printer)
    return written
  }
  expect((await printed('table')).at(-1)).toBe('Next.')
  expect(await printed('json')).not.toContain('Next.')
  const { stderr } = await runInpk(['emulator', 'assumptions'])
  expect(stderr).toContain('To see the assumptions themselves: ')
})
