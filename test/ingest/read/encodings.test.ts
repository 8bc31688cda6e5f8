import { gzipSync } from 'node:zlib'
import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { encodingOf, readRows, soundCells } from '../model/rows.js'

const TEXT = 'text\tid\nGrüße – “€”\t1\n対応 😀\t2\n'
const CELLS = [
  ['Grüße – “€”', '1'],
  ['対応 😀', '2'],
]
const MARK = '\ufeff'
/** The bytes of Windows-1252 that differ from Latin-1; five of the block are no characters. */
const HIGH_BYTES = [...Array(32).keys()]
  .map((index) => 0x80 + index)
  .filter((byte) => ![0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte))

describe('decoding', () => {
  const files: [string, Buffer, string][] = [
    ['UTF-8', Buffer.from(TEXT), 'utf-8'],
    ['UTF-8 with a mark', Buffer.from(MARK + TEXT), 'utf-8'],
    ['UTF-16 LE with a mark', Buffer.from(MARK + TEXT, 'utf16le'), 'utf-16le'],
    ['UTF-16 BE with a mark', Buffer.from(MARK + TEXT, 'utf16le').swap16(), 'utf-16be'],
    ['UTF-16 LE without a mark', Buffer.from(`id\ttext\n${'1\thello there\n'.repeat(9)}`, 'utf16le'), 'utf-16le'],
  ]
  for (const [what, bytes, encoding] of files) {
    it(`recognises ${what} (B1, B2)`, async () => {
      expect((await encodingOf(bytes)).encoding).toBe(encoding)
    })
  }
  for (const [what, bytes] of files.slice(0, 4)) {
    for (const chunkSize of [1, 3, 64 * 1024]) {
      it(`reads ${what} in chunks of ${chunkSize} bytes, and from a .gz`, async () => {
        expect(soundCells(await readRows(bytes, {}, chunkSize))).toEqual(CELLS)
        const packed = await readRows(gzipSync(bytes), { path: 'a.csv.gz' }, chunkSize)
        expect(soundCells(packed)).toEqual(CELLS)
        expect(packed.columns).toEqual(['text', 'id'])
      })
    }
  }

  it.each(HIGH_BYTES)('reads byte %i of Windows-1252 as its character, never as U+FFFD (B3)', async (byte) => {
    const bytes = Buffer.concat([Buffer.from('id,text\n1,caf'), Buffer.from([0xe9, byte]), Buffer.from(' bien\n')])
    expect(await encodingOf(bytes)).toMatchObject({ encoding: 'windows-1252', guessed: true })
    expect(soundCells(await readRows(bytes))).toEqual([
      ['1', iconv.decode(Buffer.from([0x63, 0x61, 0x66, 0xe9, byte, 0x20, 0x62, 0x69, 0x65, 0x6e]), 'windows-1252')],
    ])
  })

  const CHUNK = 64 * 1024
  const sparse = (letter: string) =>
    Buffer.from(
      `id,text\n${Array.from({ length: 20 }, (_, row) => `${row},${'x'.repeat(CHUNK / 2)}${letter}${'x'.repeat(CHUNK / 2)}\n`).join('')}`,
    )

  it.each([CHUNK, 7_919, 1_000_000])(
    'one damaged byte does not turn a file with few letters beyond ASCII into another encoding, in chunks of %i bytes (B4)',
    async (chunkSize) => {
      const bytes = Buffer.concat([sparse('é'), Buffer.from('99,caf'), Buffer.from([0xe9]), Buffer.from(' bien\n')])
      expect(await encodingOf(bytes)).toMatchObject({ encoding: 'utf-8', guessed: false })
      const { faults } = await readRows(bytes, {}, chunkSize)
      expect(faults).toEqual([expect.stringContaining('is not UTF-8')])
    },
  )

  it('a few pairs of letters that happen to be UTF-8 do not make a Windows-1252 file UTF-8', async () => {
    const text = `id,text\n1,»Spaß« und Größe, schöne Füße, süße Äpfel, träge Bären\n${'2,Grüße aus Köln\n'.repeat(20)}`
    const bytes = iconv.encode(text, 'windows-1252')
    expect(bytes.includes(Buffer.from([0xdf, 0xab]))).toBe(true)
    expect(await encodingOf(bytes)).toMatchObject({ encoding: 'windows-1252', guessed: true })
    expect((await readRows(bytes)).faults).toEqual([])
  })

  it('a file in two encodings names the rows of the lesser one, or says that texts were garbled', async () => {
    const row = (text: string, encoding: string) => iconv.encode(`1,${text}\n`, encoding)
    const mixed = (old: number) =>
      Buffer.concat([
        Buffer.from('id,text\n'),
        ...Array.from({ length: 20 }, (_, index) =>
          row('Très bon, été à la mer', index < old ? 'windows-1252' : 'utf-8'),
        ),
      ])
    for (const old of [1, 5, 10, 15]) {
      expect(await encodingOf(mixed(old))).toMatchObject({ encoding: 'utf-8' })
      expect((await readRows(mixed(old))).faults).toHaveLength(old)
    }
    expect(await encodingOf(mixed(18))).toMatchObject({ encoding: 'windows-1252', guessed: true })
  })

  it('keeps to an encoding that was asked for', async () => {
    const bytes = Buffer.concat([Buffer.from('id,text\n1,'), Buffer.from([0xe9]), Buffer.from('\n')])
    expect((await readRows(bytes, { encoding: 'utf-8' })).faults).toEqual([
      '2: byte 0xE9 at 10 of the file is not UTF-8',
    ])
    expect((await encodingOf(Buffer.from('é'), 'windows-1252')).encoding).toBe('windows-1252')
  })

  const good = 'id,text\n1,très bon\n2,✓ sound\n'
  const bad: [string, number[]][] = [
    ['a lone continuation byte', [0x80]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['an overlong three-byte form', [0xe0, 0x80, 0xaf]],
    ['a CESU surrogate', [0xed, 0xa0, 0xbd]],
    ['a byte that never occurs', [0xff]],
    ['beyond U+10FFFF', [0xf4, 0x90, 0x80, 0x80]],
    ['a sequence cut off', [0xf0, 0x9f, 0x98]],
  ]
  for (const [what, bytes] of bad) {
    it.each([1, 2, 64 * 1024])(`names row and byte of ${what}, in chunks of %i bytes (B4)`, async (chunkSize) => {
      const content = Buffer.concat([Buffer.from(`${good}3,x`), Buffer.from(bytes), Buffer.from(' y\n4,fine\n')])
      const read = await readRows(content, {}, chunkSize)
      const hex = bytes[0]!.toString(16).toUpperCase()
      expect(read.faults).toHaveLength(1)
      expect(read.faults[0]).toContain(`4: byte 0x${hex} at ${Buffer.byteLength(good) + 3} of the file is not UTF-8`)
      expect(soundCells(read)).toEqual([
        ['1', 'très bon'],
        ['2', '✓ sound'],
        ['4', 'fine'],
      ])
    })
  }

  it('names a last character that is cut off (B4)', async () => {
    const read = await readRows(Buffer.concat([Buffer.from(`${good}3,x`), Buffer.from([0xe2, 0x9c])]))
    expect(read.faults[0]).toContain('4: byte 0xE2')
  })

  it('refuses lone surrogates of UTF-16 in their row only (B18)', async () => {
    const bytes = Buffer.from(`${MARK}id,text\n1,a\ud800b\n2,fine\n`, 'utf16le')
    const read = await readRows(bytes, {}, 3)
    expect(read.faults).toEqual(['2: an invalid byte in utf-16le'])
    expect(soundCells(read)).toEqual([['2', 'fine']])
  })

  it('refuses UTF-32, which would read as UTF-16 full of zeros', async () => {
    const bytes = Buffer.from(
      Array.from(`${MARK}text`, (letter) => [letter.charCodeAt(0) & 0xff, letter.charCodeAt(0) >> 8, 0, 0]).flat(),
    )
    await expect(readRows(bytes)).rejects.toThrow('UTF-32')
  })

  it('refuses a .gz that is cut off, damaged or a bomb (B14)', async () => {
    const packed = gzipSync(Buffer.from('a,b\n1,2\n'.repeat(10_000)))
    await expect(readRows(packed.subarray(0, -20))).rejects.toThrow('cut off')
    const damaged = Buffer.from(packed)
    damaged[40]! ^= 0xff
    await expect(readRows(damaged)).rejects.toThrow('damaged')
    await expect(readRows(gzipSync(Buffer.alloc(80 * 1024 * 1024)))).rejects.toThrow('inflates to far more')
  })
})
