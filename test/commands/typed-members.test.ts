/** A refusal names what was typed, `--group` or NAME, not a member of the request (words.md). */
import { describe, expect, test } from 'vitest'
import type { Transport } from '../../src/contract/wire.js'
import { openStageFor } from '../transcripts/stage.js'
import { controlLines, type SweptLine, serviceLines } from './answers/lines.js'

/** Values that few members can have. */
const ODD = ['""', '6x', '..']
/** What prints no text for people, takes members as such, or waits for what never comes. */
const APART = /--json|--record|--output|--within| wait |^mcp|^api/

const LINES = [...serviceLines(), ...controlLines()].filter(({ line }) => !APART.test(`${line} `))

const wordsOf = (line: string): string[] => line.match(/"[^"]*"|\S+/g) ?? []

/** The line with one of its values replaced by an odd one, each in turn. */
function oddLines(line: string): string[] {
  const words = wordsOf(line)
  const values = words.flatMap((word, at) => (at === 0 || word.startsWith('-') ? [] : [at]))
  return values.flatMap((at) => ODD.map((odd) => words.with(at, odd).join(' ')))
}

/** The subject of a refusal by the service, the emulator, or the client that asks them. */
async function refusedSubjects({ line, given = [] }: SweptLine): Promise<string[]> {
  const stage = await openStageFor({ given }, line)
  const subjects = []
  for (const odd of oddLines(line)) {
    const { stderr } = await stage.run(odd)
    if (/\(VALIDATION_ERROR, \d|\(ARGUMENT_INVALID\)/.test(stderr)) subjects.push(/error: (\S+)/.exec(stderr)![1]!)
  }
  await stage.close()
  return subjects
}

describe('a refusal of a value names the option or argument that was typed', () => {
  test.each(LINES)('$line', async (swept) => {
    const subjects = await refusedSubjects(swept)
    expect(subjects.filter((subject) => !/^(--[a-z-]+|[A-Z]+)$/.test(subject))).toEqual([])
  })
})

test.each([
  'invites show',
  'invites recipients',
  'tasks show',
  'tasks wait',
  'webhooks deliveries',
  'emulator snapshot restore',
  'emulator subscriptions show',
])('%s refuses an id that would lead to another path, and sends nothing', async (command) => {
  const stage = await openStageFor({}, command)
  const asked: string[] = []
  const transport: Transport = (request) => {
    asked.push(request.url)
    return stage.emulator.handle(request)
  }
  for (const id of ['..', '.', '""']) {
    const { code, stderr } = await stage.run(`${command} ${id}`, { transport })
    expect([code, asked]).toEqual([2, []])
    expect(stderr).toMatch(/error: [A-Z]+ "\.{0,2}" must be an id\nCopy the id from a response or a list\.\n/)
  }
  await stage.close()
})
