import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type Case, meaningOf, sweep } from './case.js'

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
    ['a mailbox', `From jo@a.example Mon Jan  5 10:00:00 2026\n${mail}`, { refused: /is email/ }, { path: 'a.mbox' }],
    ['a mail', mail, { refused: /is email/ }, { path: 'a.eml' }],
    ['an RTF document', '{\\rtf1\\ansi A fine day}', { refused: /RTF/ }, { path: 'a.txt' }],
    ['a calendar', 'BEGIN:VCALENDAR\nVERSION:2.0\n', { refused: /calendar/ }, { path: 'a.txt' }],
    [
      'lines under an unknown name',
      'A fine day\nA bad day\n',
      { refused: /unsupported file type: \.log/ },
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

const login = '<html><head><title>Sign in</title></head><body>Please sign in</body></html>\n'
const names = ['a.csv', 'a.tsv', 'a.txt', 'a', 'a.csv.gz', 'a.ndjson']

describe('a page is a page below comments, and whatever its first tag is (E3)', () => {
  const pages: [what: string, content: string][] = [
    ['a comment above a page', `<!-- Copyright 2026\n  Example Ltd -->\n\n<!DOCTYPE html>\n${login}`],
    ['marks, blank lines and two comments', `\ufeff\n \n<!-- a --><!-- b -->\r\n${login}`],
    ['a comment that does not end', '<!-- Copyright\nrows\n'],
    ['a div', '<div class="login">\nPlease sign in\n</div>\n'],
    ['a div in one line', '<div>Please sign in</div>'],
    ['a script', '<script>location = "/login"</script>\n'],
    ['a feed', '<feed xmlns="http://www.w3.org/2005/Atom">\n<title>Reviews</title>\n</feed>\n'],
    ['a workbook of Excel 2003', '<Workbook xmlns="urn:schemas"\n  xmlns:o="urn:office">\n<Row>\n</Row></Workbook>\n'],
    ['elements without attributes', '<reviews>\n<review>\n<text>Nice</text>\n</review>\n</reviews>\n'],
    ['words above a page', 'Please wait\n<div>\n<p>Signing in</p>\n</div>\n<noscript>\n</noscript>\n'],
  ]
  sweep(
    pages.flatMap(([what, content]) =>
      names.map((path): Case => {
        const bytes = path.endsWith('.gz') ? gzipSync(content) : content
        return [
          `${what} as ${path}`,
          bytes,
          { refused: /is (a web page|XML|a web page or XML), not a table/ },
          { path },
        ]
      }),
    ),
  )
})

describe('what is neither text nor table is refused by what it shows (E3)', () => {
  const pem = (label: string) => `-----BEGIN ${label}-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n-----END ${label}-----\n`
  const others: [what: string, content: string, refused: RegExp, path: string][] = [
    ['an HTTP response', 'HTTP/1.1 302 Found\r\nLocation: /login\r\n\r\n', /is an HTTP response/, 'a.csv'],
    ['only its headers', 'Date: Mon\nContent-Type: text/html\nServer: x\n\nSign in\n', /is an HTTP response/, 'a.txt'],
    ['an HTTP request', 'GET /export HTTP/1.1\r\nHost: a.example\r\n\r\n', /is an HTTP request/, 'a.txt'],
    ['PostScript', '%!PS-Adobe-3.0\n%%Title: a\n', /is a PostScript document/, 'a.txt'],
    ['a script', '#!/bin/sh\necho hello\n', /is a program/, 'a.txt'],
    ['a dump', '-- MySQL dump 10.13\nCREATE TABLE a (b int);\n', /is a dump of a database/, 'a.csv'],
    ['a private key', pem('RSA PRIVATE KEY'), /is a key or certificate/, 'a.txt'],
    ['a private key', pem('PRIVATE KEY'), /is a key or certificate/, 'a.csv'],
    ['a key below other lines', `Bag Attributes\n${pem('ENCRYPTED PRIVATE KEY')}`, /is a key or certificate/, 'a.txt'],
    ['a key of PuTTY', 'PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\n', /is a key/, 'a.txt'],
    ['a YAML list of texts', '- Great\n- Bad\n', /is YAML/, 'a.csv'],
    ['a YAML list under a name', 'feedback:\n  - Great\n  - Bad\n', /is YAML/, 'a.csv'],
    ['YAML', '# export\n---\n- text: Great\n  rating: 5\n- text: Bad\n  rating: 1\n', /is YAML/, 'a.csv'],
    ['YAML', '- text: Great\n  rating: 5\n- text: Bad\n  rating: 1\n', /is YAML/, 'a.txt'],
    ['YAML of one member', '- text: Great\n- text: Bad\n', /is YAML/, 'a.txt'],
    ['settings', '# local\nAPI_KEY=abc\nHOST=a.example\n', /is a list of settings/, 'a.txt'],
    ['sections of settings', '[main]\nhost = a\nport = 1\n', /is a list of settings/, 'a.csv'],
  ]
  sweep(others.map(([what, content, refused, path]): Case => [`${what} as ${path}`, content, { refused }, { path }]))
})

describe('the error of a service is no feedback (E3)', () => {
  const errors = [
    { message: 'Bad credentials', documentation_url: 'https://docs.example' },
    { error: 'unauthorized', items: [] },
    { error: 'invalid_token', error_description: 'The token has expired' },
    { error: { code: 401, message: 'Sign in', errors: [{ reason: 'authError' }], status: 'UNAUTHENTICATED' } },
    { errors: [{ message: 'Not found', code: 34 }], data: null },
    { message: 'Forbidden' },
    { code: 'rest_forbidden', message: 'You may not do that', data: { status: 401 } },
    { status: 404, title: 'Not found', detail: 'No such export', instance: '/a', type: 'about:blank' },
    { success: false, status_code: 403, error: { code: 'NO', message: 'no', details: {} }, request_id: 'r' },
    { ok: false, error: 'not_authed' },
    [{ message: 'Session expired or invalid', errorCode: 'INVALID_SESSION_ID' }],
  ]
  const refused = /is an error message of a service/
  const forms = (error: object): [string, string][] => [
    ['a.json', JSON.stringify(error)],
    ['a.json', JSON.stringify(error, null, 2)],
    ['a.csv', JSON.stringify(error)],
    ['a.txt', `\ufeff\n${JSON.stringify(error)}\n`],
    ['a.ndjson', JSON.stringify(error)],
  ]
  sweep(
    errors.flatMap((error) =>
      forms(error).map(([path, text]): Case => [`${text} as ${path}`, text, { refused }, { path }]),
    ),
  )
  const token = JSON.stringify({ access_token: 'abc', token_type: 'bearer', expires_in: 3600 })
  sweep([[`a token as a.json`, token, { refused: /is credentials/ }, { path: 'a.json' }]])
})

describe('feedback that looks a little like it still passes (E3)', () => {
  const passing: [what: string, content: string, path: string, count?: number][] = [
    ['a heart', '<3 your shop\nA bad day\n', 'a.txt'],
    ['a comparison', '<5 minutes to deliver, great\nA bad day\n', 'a.txt'],
    ['a name taken out', '<NAME> was rude to me\n<NAME> was kind\n', 'a.txt'],
    ['a word in brackets at the start', '<form> does not submit\nA bad day\n', 'a.txt'],
    ['a tag within a text', 'The <div> on the page is broken\nIt says </html> below\n', 'a.txt'],
    ['texts of an editor', '<p>Great <b>shop</b></p>\n<p>Bad day</p>\n', 'a.txt'],
    ['an error that is quoted', 'I get HTTP/1.1 302 Found all day\nIt says {"error":"unauthorized"}\n', 'a.txt'],
    ['points with a colon', '- Food: great\n- Service: slow\n', 'a.txt'],
    ['a talk', 'Anna: where is it\nBob: still on its way\n', 'a.txt'],
    ['texts with tags in a table', 'id,text\n1,<p>Great</p>\n2,<br>Bad\n', 'a.csv'],
    ['a key in a cell', 'id,text\n1,"-----BEGIN PRIVATE KEY----- what is this?"\n2,Bad\n', 'a.csv'],
    ['headers in brackets', '<id>,<text>\n1,Great shop\n2,A bad day\n', 'a.csv'],
    ['a title and a message', '{"title":"Late","message":"It came late"}\n', 'a.ndjson', 1],
    ['an item that has an error', '{"text":"It says 500","error":"none","status":500}\n', 'a.ndjson', 1],
    ['messages with codes', '{"message":"Late","code":1}\n{"message":"Bad","code":2}\n', 'a.ndjson'],
    ['an item with an id', '{"id":7,"message":"It came late","status":"open"}\n', 'a.json', 1],
  ]
  it.each(passing)('%s: %j', async (_, content, path, count = 2) => {
    expect((await meaningOf(content, { path })).rows).toBe(count)
  })
  it('`--format` takes any of it', async () => {
    const text = '<div class="a">\nSign in\n</div>\n'
    expect(await meaningOf(text, { path: 'a.txt', format: 'text' })).toMatchObject({ rows: 3 })
    const error = '{"message":"Bad credentials"}\n'
    expect(await meaningOf(error, { path: 'a.json', format: 'ndjson' })).toMatchObject({ rows: 1 })
  })
})
