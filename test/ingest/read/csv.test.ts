import { describe, expect, it } from 'vitest'
import { readRows, soundCells } from '../model/rows.js'

const OPEN_QUOTE = 'unclosed or misplaced quote'
const REMAINS = 'the rest of a row with unbalanced quotes'

/** What is wrong, the file, the rows it must give, and the rows it must refuse. */
const VECTORS: readonly (readonly [what: string, text: string, cells: unknown[][], faults?: string[]])[] = [
  [
    'LF',
    'a,b\n1,2\n3,4\n',
    [
      ['1', '2'],
      ['3', '4'],
    ],
  ],
  [
    'CR LF',
    'a,b\r\n1,2\r\n3,4',
    [
      ['1', '2'],
      ['3', '4'],
    ],
  ],
  [
    'CR only',
    'a,b\r1,2\r3,4\r',
    [
      ['1', '2'],
      ['3', '4'],
    ],
  ],
  [
    'mixed line ends',
    'a,b\r\n1,2\n3,4\r5,6',
    [
      ['1', '2'],
      ['3', '4'],
      ['5', '6'],
    ],
  ],
  ['line ends in quotes stay', 'a,b\r\n"x\r\ny\nz\rw",2\r\n', [['x\r\ny\nz\rw', '2']]],
  [
    'blank lines anywhere',
    '\n \n\na,b\n\n1,2\n\t\n\n3,4\n\n',
    [
      ['1', '2'],
      ['3', '4'],
    ],
  ],
  ['rows of empty cells', 'a,b\n,\n"",""\n1,2\n', [['1', '2']]],
  ['a row too short', 'a,b,c\n1,2\n', [['1', '2']]],
  ['a row too long', 'a,b\n1,2,3\n', [['1', '2', '3']]],
  ['quotes in mid-field', 'a,b\n5" too,say "hi" now\n', [['5" too', 'say "hi" now']]],
  ['doubled quotes', 'a,b\n"he said ""no""",2\n', [['he said "no"', '2']]],
  ['a cell of one quote', 'a,b\n"""",2\n', [['"', '2']]],
  ['a cell that begins with a quote', 'a,b\n"""so"" it goes\nhere",2\n', [['"so" it goes\nhere', '2']]],
  ['spaces before quotes', 'a,b\n "x",2\n', [[' "x"', '2']]],
  ['text after a closing quote on one line', 'a,b\n"x"y,2\n', [['"x"y', '2']]],
  ['sep= line', 'sep=;\na;b\n1;2,5\n', [['1', '2,5']]],
  ['quoted sep= line', '"sep=;"\r\na;b\r\n1;2,5\r\n', [['1', '2,5']]],
  [
    'semicolons',
    'a;b\n1,5;2\n"x;y";3\n',
    [
      ['1,5', '2'],
      ['x;y', '3'],
    ],
  ],
  ['tabs', 'a\tb\n1,5\t2;5\n', [['1,5', '2;5']]],
  ['bars', 'a|b\n1|2\n', [['1', '2']]],
  ['one column', 'text\nhello, you\nthere\n', [['hello', ' you'], ['there']]],
  [
    'nothing is cast',
    'a,b\n007,1e5\ntrue,1.0\n',
    [
      ['007', '1e5'],
      ['true', '1.0'],
    ],
  ],
  ['NUL and controls', 'a,b\n\u0000x\u0007,\u2028\n', [['\u0000x\u0007', '\u2028']]],
  [
    'quote never closed',
    'a,b\n1,2\n3,"x\n5,6\n',
    [
      ['1', '2'],
      ['5', '6'],
    ],
    [`3: ${OPEN_QUOTE}`],
  ],
  [
    'quote closed by the next one',
    'a,b,c\n3,"x,4\n5,"y",6\n7,8,9\n',
    [
      ['5', 'y', '6'],
      ['7', '8', '9'],
    ],
    [`2: ${OPEN_QUOTE}`],
  ],
  [
    'quote that swallows a row',
    'a,b\n3,"x\n5,he said "hi" once\n7,8\n',
    [
      ['5', 'he said "hi" once'],
      ['7', '8'],
    ],
    [`2: ${OPEN_QUOTE}`],
  ],
  [
    'quote broken in its second line',
    'a,b,c\n3,"x\ny",z\n4,"p\n\nq"r,"s\nt"\n7,8,9\n',
    [
      ['3', 'x\ny', 'z'],
      ['7', '8', '9'],
    ],
    [`3: ${OPEN_QUOTE}`, `5: ${REMAINS}`],
  ],
  ['quote opened in the last line', 'a,b\n1,2\n3,"', [['1', '2']], [`3: ${OPEN_QUOTE}`]],
]

describe('reading CSV', () => {
  for (const chunkSize of [1, 2, 3, 7, 64 * 1024]) {
    for (const [what, text, cells, faults = []] of VECTORS) {
      it(`${what}, in chunks of ${chunkSize} bytes`, async () => {
        const read = await readRows(text, {}, chunkSize)
        expect(soundCells(read)).toEqual(cells)
        expect(read.faults).toEqual(faults)
      })
    }
  }

  it('numbers rows as a spreadsheet does: headers, blank lines and sep= count', async () => {
    const { rows } = await readRows('sep=,\n\na,b\n1,"x\ny"\n\n3,4\n')
    expect(rows.map(({ row }) => row)).toEqual([4, 6])
  })

  it('takes headers of objects as ordinary names', async () => {
    const { columns } = await readRows('__proto__,constructor,toString,hasOwnProperty\n1,2,3,4\n')
    expect(columns).toEqual(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
  })

  it('takes an asked delimiter before the detected one', async () => {
    expect(soundCells(await readRows('a;b,c\n1;2,3\n', { delimiter: ';' }))).toEqual([['1', '2,3']])
    await expect(readRows('a', { delimiter: ';;' })).rejects.toThrow('not one plain character')
  })

  it("refuses an empty file, and one whose headers can't be read", async () => {
    await expect(readRows('')).rejects.toThrow('empty')
    await expect(readRows(' \n\n')).rejects.toThrow('empty')
    await expect(readRows('"a,b\n1,2\n')).rejects.toThrow('header')
  })

  it('gives up an open quote after 1 MB and goes on with the next line (B5)', async () => {
    const rest = `${'x'.repeat(99)},y\n`.repeat(30_000)
    const read = await readRows(`a,b\n1,"open\n${rest}8,9\n`)
    expect(read.faults).toEqual([`2: ${OPEN_QUOTE}`])
    expect(read.rows).toHaveLength(30_002)
  })

  it('refuses a row longer than 1 MB without a quote to blame', async () => {
    const read = await readRows(`a,b\n1,${'x'.repeat(2_000_000)}\n3,4\n`)
    expect(read.faults).toEqual(['2: the row is longer than 1 MB'])
    expect(soundCells(read)).toEqual([['3', '4']])
  })
})
