import { describe, expect, it } from 'vitest'
import { renameHeaders } from '../../src/ingest/rename-headers.js'

const NAMES = new Map([
  ['Comment', 'text'],
  ['Ticket ID', 'external_id'],
])
const HEADERS = ['Comment', 'Ticket ID', 'Stars']

function renamed(file: string | Uint8Array, headers: readonly string[] = HEADERS) {
  const result = renameHeaders(Buffer.from(file as string), headers, NAMES)
  return result && Buffer.from(result).toString('latin1')
}

describe('headers of a CSV are renamed, and all below them stays as it was', () => {
  it.each([
    ['with commas', 'Comment,Ticket ID,Stars\nGood,T-1,5\n', 'text,external_id,Stars\nGood,T-1,5\n'],
    ['with semicolons and CRLF', 'Comment;Ticket ID;Stars\r\nA;B;1\r\n', 'text;external_id;Stars\r\nA;B;1\r\n'],
    ['in quotes, over two lines', '"Comment","Ticket ID","Stars"\n"a\nb",1,2', 'text,external_id,Stars\n"a\nb",1,2'],
    ['after a byte order mark', '\ufeffComment,Ticket ID,Stars\nx,y,z', 'text,external_id,Stars\nx,y,z'],
    ['with spaces around', 'Comment , Ticket ID,Stars\nx,y,z', 'text,external_id,Stars\nx,y,z'],
    ['alone', 'Comment,Ticket ID,Stars', 'text,external_id,Stars'],
  ])('%s', (_, file, expected) => {
    expect(renamed(file)).toBe(expected)
  })

  it('but for those that keep theirs, quoted where they must be', () => {
    expect(renamed('Comment,Ticket ID,"a, b"\n1,2,3', ['Comment', 'Ticket ID', 'a, b'])).toBe(
      'text,external_id,"a, b"\n1,2,3',
    )
  })

  it('byte by byte, whatever the encoding of what is below', () => {
    const below = Buffer.from([0x0a, 0xff, 0xe9, 0x2c, 0x31, 0x2c, 0x32])
    expect(renamed(Buffer.concat([Buffer.from(HEADERS.join()), below]))).toBe(
      `text,external_id,Stars${below.toString('latin1')}`,
    )
  })
})

describe('nothing is renamed', () => {
  it.each([
    ['where the headers stand further down', '\n\nComment,Ticket ID,Stars\n1,2,3', HEADERS],
    [
      'where they are no UTF-8',
      Buffer.from('Comment,Ticket ID,Gr\u00fc\u00dfe\n1,2,3', 'latin1'),
      ['Comment', 'Ticket ID', 'Gr\u00fc\u00dfe'],
    ],
    ['where a name is taken', 'Comment,Ticket ID,text\n1,2,3', ['Comment', 'Ticket ID', 'text']],
    ['where others were read', 'Comment,Ticket,Stars\n1,2,3', HEADERS],
  ] as const)('%s', (_, file, headers) => {
    expect(renamed(file, headers)).toBeUndefined()
  })
})
