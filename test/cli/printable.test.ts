import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { printableValue } from '../../src/output/printable-value.js'
import { printable, printableJson, printableLine } from '../../src/terminal/printable.js'
import { anyText } from '../any-text.js'

const CODES = [...range(0x00, 0x1f), 0x7f, ...range(0x80, 0x9f)]
const HARMLESS = new Set([0x09, 0x0a])
const RAW = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

describe('text for a terminal', () => {
  it('has 65 control codes to fear', () => expect(CODES).toHaveLength(65))

  it.each(CODES.filter((code) => !HARMLESS.has(code)))('shows control code %i instead of sending it', (code) => {
    const text = `a${String.fromCharCode(code)}b`
    expect(printable(text)).not.toMatch(RAW)
    expect(printableLine(text)).not.toMatch(RAW)
  })

  it.each([0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069])(
    'shows bidirectional control %i',
    (code) => expect(printable(String.fromCharCode(code))).toMatch(/^\\u20/),
  )

  it.each([
    ['colour', '\x1b[31mred\x1b[0m', 'red'],
    ['clipboard (OSC 52)', 'a\x1b]52;c;ZXZpbA==\x07b', 'ab'],
    ['title (OSC 0)', 'a\x1b]0;evil\x1b\\b', 'ab'],
    ['link (OSC 8)', '\x1b]8;;http://evil\x07here\x1b]8;;\x07', 'here'],
    ['device control', 'a\x1bPevil\x1b\\b', 'ab'],
    ['8-bit CSI', 'a\u009b2Jb', 'ab'],
    ['8-bit OSC', 'a\u009d0;evil\u009cb', 'ab'],
    ['reset', 'a\x1bcb', 'ab'],
  ])('loses %s sequences', (_, text, shown) => expect(printable(text)).toBe(shown))

  it('loses nothing behind a sequence that never ends', () => {
    expect(printable('a\x1b]52;c;rest of the text')).toContain('rest of the text')
  })

  it('keeps line feeds and tabs, and on one line makes them spaces', () => {
    expect(printable('a\tb\r\nc')).toBe('a\tb\nc')
    expect(printableLine('a\tb\nc')).toBe('a b c')
  })

  it('never lets a control code through, whatever the text', () => {
    const nasty = fc.string({
      unit: fc.constantFrom('\x1b', ']', '[', '\x07', '\u009b', '\u202e', '5', ';', 'a', '\r'),
    })
    fc.assert(fc.property(nasty, (text) => !RAW.test(printable(text))))
  })

  it('leaves all other text alone', () => {
    const plain = fc.string({ unit: fc.constantFrom('a', 'é', '漢', '😀', ' ', '\n', '٣') })
    fc.assert(fc.property(plain, (text) => printable(text) === text))
  })

  it('reaches into the keys and values of JSON', () => {
    expect(printableValue({ 'a\x07': ['\x1b[2J', 1, null] })).toEqual({ 'a\\x07': ['', 1, null] })
  })
})

describe('JSON', () => {
  it('escapes what JSON leaves raw, and stands for the same value', () => {
    const anything = anyText()
    fc.assert(
      fc.property(anything, (text) => {
        const json = printableJson(JSON.stringify(text))
        return JSON.parse(json) === text && !/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/.test(json)
      }),
    )
  })
})
