/**
 * Every file that people write: a member that nobody knows is told of at every level, with the file and the member that was meant, and
 * never ignored without a word (class 8).
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEmulator } from '../../emulator/index.js'
import { writeFile } from '../commands/scratch.js'
import { ROWS } from '../transcripts/rows.js'
import { openStage, runAll, type Stage } from '../transcripts/stage.js'
import { scripted } from './run-inpk.js'

type Json = Record<string, unknown>

interface Format {
  file: string
  /** Reads it. */
  line: string
  /** A document, or the header and a row of a table. */
  content: unknown
  /** Paths of objects whose members have names of the user's own. */
  named?: RegExp
  /** Goes on where nothing is wrong. */
  endless?: true
  /** The service speaks of the request, whose only file it is. */
  nameless?: true
}

const FORMATS: Record<string, Format> = {
  'the project file': {
    file: 'inpk.config.json',
    line: 'push reviews.csv --source Tickets --mapping mine --check',
    content: {
      base_url: 'http://127.0.0.1:4600',
      mappings: { mine: { map: { text: 'comment' }, external_id: 'none' } },
    },
    named: /^mappings(\.mine\.map)?$/,
  },
  'the settings of the user': {
    file: 'config/config.json',
    line: 'me',
    content: { version: 1, current: 'mine', profiles: { mine: { base_url: 'http://127.0.0.1:4600' } } },
    named: /^profiles$/,
  },
  'a seed': {
    file: 'seed.yaml',
    line: 'emulator seed seed.yaml',
    content: {
      organization: { name: 'Acme' },
      groups: [
        { name: 'Shop', sources: [{ title: 'Reviews', fields: [{ text: 'How?', items: [{ text: 'Fine' }] }] }] },
      ],
      members: [{ name: 'Ada', email: 'a@example.com' }],
      faults: [{ operation: 'pushBulk', kind: 'busy', times: 1 }],
    },
  },
  'confirmed facts': {
    file: 'facts.yaml',
    line: 'emulator start --ephemeral --overrides facts.yaml',
    content: {
      'error:NOT_FOUND': { code: 'MISSING', status: 404 },
      'route:GET /api/input/sources/list': { path: '/sources/all' },
      'result:getMe.key.created_at': { name: 'made_at' },
      'query:listFeedback': { names: { cursor: 'after' }, limits: { cursor: { max_length: 50 } } },
      'event:content.pushed': { names: { inserted: 'added' } },
      'behaviour:paging-clamp': { default: 20, most: 100 },
    },
    endless: true,
  },
  'an invite template': {
    file: 'template.json',
    line: 'emulator templates set Tickets template.json',
    content: {
      subject: 'Hello {{name}}',
      text: '{{survey_link}}',
      html: '<a href="{{survey_link}}">x</a>',
      variables: [{ name: 'name', required: true }],
    },
  },
  'rules of the analysis': {
    file: 'rules.yaml',
    line: 'emulator analysis-rules set rules.yaml',
    content: [{ pattern: 'late', sentiment: 'negative', theme: 'Delivery' }],
  },
  'a source': {
    file: 'source.json',
    line: 'sources create Later --group Support --from source.json',
    nameless: true,
    content: {
      survey_description: 'What they say',
      questions: [{ type: 'SCQ', question_text: 'Again?', options: ['Yes', 'No'], required: true }],
    },
  },
  'a request': {
    file: 'request.json',
    line: 'api POST survey/create --input request.json',
    nameless: true,
    content: {
      survey_series_id: '1',
      survey_title: 'Another',
      questions: [{ type: 'DEPTH_TEXT', question_text: 'Why?' }],
    },
  },
  'arguments of a tool': {
    file: 'arguments.json',
    line: 'mcp call search_feedback --input arguments.json',
    content: { query: 'late', limit: 3 },
  },
  'items to push': {
    file: 'items.ndjson',
    line: 'push items.ndjson --source Tickets --check',
    content: { text: 'Fine', rating: 4, channel: 'web' },
  },
  'a table to push': {
    file: 'table.csv',
    line: 'push table.csv --source Tickets --check',
    content: { text: 'Fine', rating: 4, channel: 'web' },
  },
  'ids to erase': {
    file: 'ids.csv',
    line: 'feedback erase --from ids.csv --yes',
    content: { external_id: '', customer_id: 'c9' },
  },
  recipients: {
    file: 'people.csv',
    line: 'invites send Tickets people.csv --dry-run',
    nameless: true,
    content: { email: 'ada@example.com', name: 'Ada', external_id: 'c1' },
  },
}

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await runAll(stage, ROWS['invites send']!.given!)
})
afterAll(() => stage.close())

/** The word with two of its letters the other way round, or without one of two that are alike. */
function misspell(word: string): string {
  const at = Math.min(1, word.length - 2)
  return word[at] === word[at + 1]
    ? word.slice(0, at) + word.slice(at + 1)
    : word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2)
}

/** Documents that each have one more member, its name misspelt, in one of their objects; of a table, a column in place of another. */
function variants({ file, content, named }: Format): { document: unknown; meant: string; typed: string }[] {
  if (file.endsWith('.csv') || file.endsWith('.ndjson'))
    return Object.keys(content as Json)
      .slice(1)
      .map((meant) => {
        const typed = misspell(meant)
        const entries = Object.entries(content as Json).map(([name, value]) => [name === meant ? typed : name, value])
        return { document: Object.fromEntries(entries), meant, typed }
      })
  return objectsOf(content).flatMap((path) => {
    if (named?.test(path.join('.'))) return []
    const document = structuredClone(content)
    const object = path.reduce((at: unknown, step) => (at as Json)[step], document) as Json
    const [meant = ''] = Object.keys(object)
    const typed = misspell(meant)
    object[typed] = object[meant]
    return [{ document, meant, typed }]
  })
}

/** The ways to all objects of a value that have members. */
function objectsOf(value: unknown, path: readonly string[] = []): string[][] {
  if (value === null || typeof value !== 'object') return []
  const below = Object.entries(value).flatMap(([key, each]) => objectsOf(each, [...path, key]))
  return Array.isArray(value) || Object.keys(value).length === 0 ? below : [[...path], ...below]
}

function textOf(file: string, document: unknown): string {
  if (!file.endsWith('.csv')) return JSON.stringify(document)
  const row = document as Json
  return `${Object.keys(row).join(',')}\n${Object.values(row).join(',')}\n`
}

async function runWith({ file, line }: Format, document: unknown) {
  mkdirSync(join(stage.cwd, 'config'), { recursive: true })
  writeFile(stage.cwd, file, textOf(file, document))
  const startEmulatorHere: typeof startEmulator = (options) => startEmulator({ ...options, listen: false })
  try {
    return await stage.run(line, { startEmulator: startEmulatorHere })
  } finally {
    rmSync(join(stage.cwd, file))
  }
}

describe('a misspelt member is told of, with its file and what was meant', () => {
  test.each(Object.entries(FORMATS))('in %s', async (_, format) => {
    const found = variants(format)
    expect(found.length).toBeGreaterThan(0)
    for (const { document, meant, typed } of found) {
      const { stdout, stderr } = await runWith(format, document)
      const about = `${typed} in ${JSON.stringify(document)}`
      expect(stdout + stderr, about).toContain(typed)
      expect((stdout + stderr).replaceAll(typed, ''), about).toContain(meant)
      if (!format.nameless) expect(stdout + stderr, about).toContain(format.file)
    }
  })

  test.each(Object.entries(FORMATS).filter(([, { endless }]) => !endless))(
    'and all is well in %s',
    async (_, format) => {
      const { code, stderr } = await runWith(format, format.content)
      expect([code, stderr]).toEqual([0, expect.not.stringMatching(/warning|not known/)])
    },
  )
})

test('a source is made from a file by a service that says nothing of members it ignores', async () => {
  const transport = scripted({
    'POST /survey/create': (body: unknown) => ({ created: true, survey_id: '7', ...(body as object) }),
  })
  const document = { questions: [{ type: 'TEXT', question_text: 'Why?', requierd: true }] }
  writeFile(stage.cwd, 'source.json', document)
  const { stderr } = await stage.run('sources create Later --group 1 --from source.json', { transport })
  expect(stderr).toContain('source.json: questions[0].requierd is not known')
  expect(stderr).toContain('did you mean required?')
})
