import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sign } from '../../../src/webhooks/index.js'
import { diagnose } from '../../../src/webhooks/tools.js'
import { skipWithout } from '../../skip.js'
import { runTool } from '../tools.js'
import { BODY, DELIVERY, SECRET, TEXT } from './subject.js'

const PRETTY = `${JSON.stringify(DELIVERY, null, 2)}\n`

/** The id of the cause, for a body that was signed and what became of it. */
function causeOf(sent: string | Uint8Array, received: string | Uint8Array): string | undefined {
  return causeOfSignature(sign(SECRET, sent), received)
}

function causeOfSignature(signature: string, received: string | Uint8Array): string | undefined {
  const diagnosis = diagnose({ body: Buffer.from(received as string), signature, secrets: [SECRET] })
  return diagnosis.verified ? 'none' : diagnosis.cause?.id
}

describe('damage done by the parsers of frameworks', () => {
  it('[SIG-2] JSON.parse and JSON.stringify, as a JSON body parser of Node.js and a new serialisation', () => {
    expect(causeOf(PRETTY.trimEnd(), JSON.stringify(JSON.parse(PRETTY)))).toBe('body-reserialised-pretty-2')
    expect(causeOf(TEXT, JSON.stringify(JSON.parse(TEXT), null, '\t'))).toBe('body-reserialised-compact')
    expect(causeOf('{"n":1.0}', JSON.stringify(JSON.parse('{"n":1.0}')))).toBe('body-numbers-shortened')
  })

  it('[SIG-2] String(body) of a parsed object', () => {
    expect(causeOf(TEXT, String(JSON.parse(TEXT)))).toBe('body-object-text')
  })

  it('[SIG-2] chunks put together as Latin-1 text', () => {
    expect(causeOf(TEXT, BODY.toString('binary'))).toBe('body-double-encoded')
  })

  it('[SIG-2] URLSearchParams, as a form parser', () => {
    const [name] = [...new URLSearchParams('{"at":"2026-01-01T00:00:00+01:00"}').keys()]
    expect(causeOf('{"at":"2026-01-01T00:00:00+01:00"}', name ?? '')).toBe('body-url-decoded')
  })
})

describe('damage done by Python', skipWithout('python3'), () => {
  const cases: [how: string, code: string, id: string][] = [
    ['json.dumps', 'json.dumps(json.loads(b))', 'body-reserialised-compact'],
    ['json.dumps, not only ASCII', 'json.dumps(json.loads(b), ensure_ascii=False)', 'body-reserialised-compact'],
    ['json.dumps, compact', 'json.dumps(json.loads(b), separators=(",", ":"))', 'body-reserialised-compact'],
    ['json.dumps, indented', 'json.dumps(json.loads(b), indent=2)', 'body-reserialised-compact'],
    ['json.dumps, sorted', 'json.dumps(json.loads(b), sort_keys=True)', 'body-keys-reordered'],
    ['str of bytes', 'str(b)', 'body-python-bytes'],
    ['a wrong charset', 'b.decode("latin-1")', 'body-double-encoded'],
    ['another wrong charset', 'b.decode("cp1252")', 'body-double-encoded'],
    ['URL quoting', 'urllib.parse.quote(b)', 'body-url-encoded'],
    ['html.escape', 'html.escape(b.decode())', 'body-html-entities'],
    ['NFD', 'unicodedata.normalize("NFD", b.decode())', 'body-normalised'],
  ]
  for (const [how, code, id] of cases) {
    it(`[SIG-2] ${how}`, () => {
      const program = `import sys, json, html, unicodedata, urllib.parse
b = sys.stdin.buffer.read()
sys.stdout.buffer.write((${code}).encode("utf-8"))`
      expect(causeOf(BODY, runTool('python3', ['-c', program], { input: BODY }).stdout)).toBe(id)
    })
  }

  it('[SIG-2] a body signed as json.dumps writes it, and parsed by JavaScript', () => {
    const program = 'import sys, json; sys.stdout.write(json.dumps(json.load(sys.stdin)))'
    const sent = runTool('python3', ['-c', program], { input: BODY }).stdout
    expect(causeOf(sent, JSON.stringify(JSON.parse(sent.toString())))).toBe('body-reserialised-python')
  })

  it('[SIG-2] a file written in text mode, as on Windows', () => {
    const program = 'import sys; sys.stdout.reconfigure(newline="\\r\\n"); sys.stdout.write(sys.stdin.read())'
    const received = runTool('python3', ['-c', program], { input: PRETTY }).stdout
    expect(causeOf(PRETTY, received)).toBe('body-lf-to-crlf')
  })

  it('[SIG-2] UTF-8 with a byte order mark, and UTF-16', () => {
    const encode = (charset: string) => {
      const program = `import sys; sys.stdout.buffer.write(sys.stdin.buffer.read().decode().encode("${charset}"))`
      return runTool('python3', ['-c', program], { input: BODY }).stdout
    }
    expect(causeOf(BODY, encode('utf-8-sig'))).toBe('body-bom-added')
    expect(causeOf(BODY, encode('utf-16'))).toBe('body-utf16')
    expect(
      causeOf(
        '{"n":"Über"}',
        runTool('python3', ['-c', 'import sys; sys.stdout.buffer.write("{\\"n\\":\\"Über\\"}".encode("latin-1"))'])
          .stdout,
      ),
    ).toBe('body-latin1')
  })
})

const languages: [tool: string, version: string[], run: string[], id: string][] = [
  ['php', ['-v'], ['-r', 'echo json_encode(json_decode(stream_get_contents(STDIN)));'], 'body-reserialised-compact'],
  ['ruby', ['-v'], ['-rjson', '-e', 'print JSON.pretty_generate(JSON.parse(STDIN.read))'], 'body-reserialised-compact'],
  ['jq', ['--version'], ['.'], 'body-reserialised-compact'],
  [
    'perl',
    ['-MJSON::PP', '-e', '1'],
    ['-MJSON::PP', '-e', 'print JSON::PP->new->canonical->ascii->encode(decode_json(join "", <STDIN>))'],
    'body-keys-reordered',
  ],
  ['iconv', ['--version'], ['-f', 'latin1', '-t', 'utf8'], 'body-double-encoded'],
  ['gzip', ['--version'], ['-c'], 'body-compressed'],
  ['base64', ['--version'], [], 'body-base64'],
  ['sh', ['-c', 'true'], ['-c', 'cat; echo'], 'body-line-break-added'],
]
describe('damage done by other tools', () => {
  for (const [tool, version, run, id] of languages) {
    it(`[SIG-2] ${tool}`, skipWithout(tool, ...version), () => {
      expect(causeOf(BODY, runTool(tool, run, { input: BODY }).stdout)).toBe(id)
    })
  }

  it('[SIG-2] $(cat file) of a shell', skipWithout('sh', '-c', 'true'), () => {
    const received = runTool('sh', ['-c', 'printf %s "$(cat body)"'], { files: [['body', `${TEXT}\n`]] }).stdout
    expect(causeOf(`${TEXT}\n`, received)).toBe('body-line-break-lost')
  })
})

describe('damage done by curl', skipWithout('curl'), () => {
  const cases: [how: string, parameters: string[], id: string][] = [
    ['-d @file', ['-d', '@body'], 'body-line-breaks-removed'],
    ['--data-urlencode', ['--data-urlencode', 'payload@body'], 'body-url-encoded'],
    ['-F', ['-F', 'body=@body'], 'body-multipart'],
    ['--data-binary @file does none', ['--data-binary', '@body'], 'none'],
  ]
  for (const [how, parameters, id] of cases) {
    it(`[SIG-2] curl ${how}`, async () => {
      expect(causeOf(PRETTY, await receiveFromCurl(parameters))).toBe(id)
    })
  }
})

describe('signatures made by openssl', skipWithout('openssl', 'version'), () => {
  const digest = (more: string[], input: string | Uint8Array = BODY) =>
    runTool('openssl', ['dgst', '-sha256', '-hmac', SECRET, ...more], { input }).stdout

  it('[SIG-1] its line of output in place of the digits', () => {
    expect(causeOfSignature(digest([]).toString(), BODY)).toBe('signature-wrong-word')
  })

  it('[SIG-1] its binary output in base64', () => {
    expect(causeOfSignature(digest(['-binary']).toString('base64'), BODY)).toBe('signature-base64')
  })

  it('[SIG-2] fed by echo, which adds a line break', () => {
    const [digits] = digest(['-r'], `${TEXT}\n`).toString().split(' ')
    expect(causeOfSignature(`sha256=${digits}`, BODY)).toBe('body-line-break-lost')
  })
})

/** What a server gets when curl posts the file `body`. */
async function receiveFromCurl(parameters: string[]): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'inpk-curl-'))
  const chunks: Buffer[] = []
  const server = createServer(async (request, response) => {
    for await (const chunk of request) chunks.push(chunk as Buffer)
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await writeFile(join(folder, 'body'), PRETTY)
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const child = spawn('curl', ['-sS', '--noproxy', '*', '--max-time', '10', ...parameters, url], { cwd: folder })
    await new Promise((resolve) => child.on('close', resolve))
    return Buffer.concat(chunks)
  } finally {
    server.close()
    await rm(folder, { recursive: true, force: true })
  }
}
