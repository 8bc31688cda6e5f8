import { expect, test } from 'vitest'
import { textForCommands, textForPrograms } from '../../src/terminal/translate-text.js'
import { readSources } from '../house/sources.js'
import { visibleTexts } from '../house/visible-words.js'

const texts = visibleTexts()
const textsIn = (rooms: RegExp) => texts.filter(({ path }) => rooms.test(path)).map(({ text }) => text)

const COMMAND_LINE = /(^|[\s`(])--[a-z]|`inpk /
/** Commands a developer types to see how a service differs, or what an emulator in another process is like. */
const FOR_DEVELOPERS = /`inpk (learn|emulator assumptions --json|emulator env)`/g
const isOfCommandLine = (text: string) => COMMAND_LINE.test(text.replaceAll(FOR_DEVELOPERS, ''))

/** What only a program can do or give. */
const PROGRAM =
  /`(client|control|emulator)\.|\b[tm]he call again|`(baseUrl|prefix|certificate|facts|force: true|pushFile|resend)`/i

test('the client tells a program what to do in its own words, not in those of the command line', () => {
  expect(textsIn(/^src\/client\/|^src\/contract\/(facts\/|base-url)/).filter(isOfCommandLine)).toEqual([])
})

test('a command says what the client does in the words of the command line', () => {
  const hints = textsIn(/^src\/client\//).filter((text) => PROGRAM.test(text) && !text.includes('…'))
  expect(hints.length).toBeGreaterThan(10)
  expect(hints.map(textForCommands).filter((text) => PROGRAM.test(text))).toEqual([])
})

test('no command says a hint of the client as it is', () => {
  const own = readSources('src/commands').filter(({ text }) => /\bhint\b[^\n;]*\} = describeFailure\(/.test(text))
  expect(own.map(({ path }) => path)).toEqual([])
})

test('what the push of a file says names the options of `pushFile`', () => {
  expect(
    textsIn(/^src\/ingest\//)
      .map((text) => textForPrograms(text))
      .filter(isOfCommandLine),
  ).toEqual([])
})

test.each([
  ['--delimiter only applies to CSV and TSV', '`delimiter` only applies to CSV and TSV'],
  ['--map text and --field both name the text', '`map.text` and `fields` both name the text'],
  ['Run the same command again to resume.', 'Make the same call again to resume.'],
  ['reviews--2026-final.csv: set --delimiter', 'reviews--2026-final.csv: set `delimiter`'],
  ['reviews--final.csv and --2026.csv', 'reviews--final.csv and --2026.csv'],
  ['give --delimiter and --encoding', 'give `delimiter` and `encoding`'],
  ['see --dates or --format ndjson', "see `dates` or `format: 'ndjson'`"],
  ['use `--assume-sent` or --assume-lost.', "use `assume: 'sent'` or `assume: 'lost'`."],
])('the push of a file says "%s" to a program as "%s"', (text, said) => {
  expect(textForPrograms(text)).toBe(said)
})

test.each([
  ['reviews --final.csv: the file is empty', ['reviews --final.csv'], 'reviews --final.csv: the file is empty'],
  ['a --tz b.csv: set --tz', ['a --tz b.csv'], 'a --tz b.csv: set `timeZone`'],
  ['no column "when --tz"; use --map text=Column', [], 'no column "when --tz"; use `map: { text: \'Column\' }`'],
  ['Columns: id, when --tz. Use --dates.', ['id', 'when --tz'], 'Columns: id, when --tz. Use `dates`.'],
  ['use --field "a --tz b=1"', [], "use `fields: { 'a --tz b': '1' }`"],
  ['--group "A --source B": the name is too long', [], '`group` "A --source B": the name is too long'],
])('in "%s" the names %j stay as they are', (text, names, said) => {
  expect(textForPrograms(text, names)).toBe(said)
})

test.each([
  ['`inpk groups list` lists them.', '`client.each.groups()` lists them.'],
  ['Run the same command again to resume.', 'Make the same call again to resume.'],
  ['`inpk emulator monitors list` lists them.', '`control.each.monitors()` lists them.'],
  ['Choose one by its id: `--source 12`.', "Choose one by its id: `source: '12'`."],
  ['--group "A \\"B\\": c": the name is too long', '`group` "A \\"B\\": c": the name is too long'],
])('the command line says "%s" where a program is told "%s", and the other way round', (command, program) => {
  expect([textForPrograms(command), textForCommands(program)]).toEqual([program, command])
})

test.each(['run:2026.11/a', "it's", 'a`b', '~'])('the command line repeats the idempotency key %s as it is', (key) => {
  const said = `Repeat it with \`idempotencyKey: '${key}'\`: it is carried out only once.`
  expect(textForCommands(said)).toBe(`Repeat it with --idempotency-key ${key}: it is carried out only once.`)
})

test('the emulator names an option once, as it is typed', () => {
  const twice = texts.filter(({ path, text }) => /^emulator\//.test(path) && /--[a-z].*\(`\w+` of /.test(text))
  expect(twice).toEqual([])
})
