import { describe } from 'vitest'
import { type Case, sweep } from './case.js'

describe('a file that holds no rows is refused under any name (E3)', () => {
  const page = '<!DOCTYPE html>\n<html><body>Sign in, please</body></html>\n'
  const xml = '<?xml version="1.0"?>\n<feedback><text>Nice</text></feedback>\n'
  const mail = 'Received: from a.example\n  by b.example\nFrom: Jo <jo@a.example>\nSubject: Hello\n\nA fine day\n'
  sweep([
    ...['a.csv', 'a.txt', 'a.tsv', 'a', 'a.ndjson', 'a.json', 'a.htm'].map(
      (path): Case => [`a page as ${path}`, page, { refused: /is a web page, not a table/ }, { path }],
    ),
    ...['a.csv', 'a.fods', 'a.xml', 'a.txt', 'a'].map(
      (path): Case => [`XML as ${path}`, `\ufeff${xml}`, { refused: /is XML, not a table/ }, { path }],
    ),
    ['a mailbox', `From jo@a.example Mon Jan  5 10:00:00 2026\n${mail}`, { refused: /is mail/ }, { path: 'a.mbox' }],
    ['a mail', mail, { refused: /is mail/ }, { path: 'a.eml' }],
    ['an RTF document', '{\\rtf1\\ansi A fine day}', { refused: /RTF/ }, { path: 'a.txt' }],
    ['a calendar', 'BEGIN:VCALENDAR\nVERSION:2.0\n', { refused: /calendar/ }, { path: 'a.txt' }],
    [
      'lines under an unknown name',
      'A fine day\nA bad day\n',
      { refused: /\.log files are not known/ },
      { path: 'a.log' },
    ],
    ['the same with --format text', 'A fine day\nA bad day\n', { rows: 2 }, { path: 'a.log', format: 'text' }],
    ['a table under an unknown name', 'id,text\n1,A fine day\n', { rows: 1, text: 'text' }, { path: 'a.dat' }],
    [
      'lines of a .txt that speak of mail',
      'Subject: is missing in your form\nA bad day\n',
      { rows: 2 },
      { path: 'a.txt' },
    ],
  ])
})
