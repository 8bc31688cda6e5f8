import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { describeService } from '../../src/contract/openapi.js'
import { visibleTexts } from './visible-words.js'

/** What nobody says, and what people say. The models are good tools' messages; CONTRIBUTING.md has the style. */
const INSTEAD: [banned: RegExp, instead: string][] = [
  [/\b(?:is|are|was|were|be) no (?!longer|more|way|such\b)[a-z]/i, '"is not a …", "invalid …: x"'],
  [/\bthere (?:is|are|was|were) no\b/i, '"no … named x", "x not found"'],
  [
    /\b(?:is|are) (?:not there|gone)\b|\bthere already\b/i,
    '"no such file", "not found", "already exists", "was deleted"',
  ],
  [/\banew\b|\bafresh\b|\bonce more\b/i, '"again"'],
  [/\bmend(?:s|ed|ing)?\b/i, '"fix"'],
  [/\b(?:unless|is|are|was|were|as) told\b|\btells? (?:apart|of)\b/i, '"by default", "shown", "distinguish"'],
  [/\bto be had\b|\bat hand\b/i, '"available"'],
  [/\bwhat became of\b/i, '"what happened to"'],
  [/\bheed(?:s|ed)?\b/i, '"obey", "read"'],
  [/\b(?:go|goes|going|went) on (?!to\b)/i, '"resume", "continue"'],
  [/\bcan ?not\b/i, '"can\'t"'],
  [/\bf[ae]lls? due\b/i, '"fired", "is scheduled"'],
  [/\bof (?:its|their|one's) own kind\b|\bof one's own\b/i, '"own"'],
  [/\bkeeps? its place\b|\bplace is kept\b/i, '"Run the same command again to resume."'],
  [/\bmust not (?:have|be) (?:fewer|more|less|greater|above|below)\b/i, '"must be at least", "must be at most"'],
  [/\bbeg(?:in|ins|an|un|inning)\b/i, '"start"'],
  [/\blies\b|\blay\b/i, '"is in"'],
  [/\bwhose\b/i, '"with", "that has"'],
  [/\bborn\b|\bbirth\b|\bsown?\b/i, '"create", "initial", "seed"'],
  [/\bexclude each other\b/i, '"can\'t be used together"'],
  [/\bso many\b/i, '"n", "this many"'],
  [/\bwhere (?:not given|none|nothing|it is|there|omitted|they|one is)\b/i, '"if …", "default: …"'],
  [/\bnobody\b/i, '"not logged in", "no one"'],
  [/\bis meant\b|\bif it is meant\b/i, '"Pass --yes to confirm."'],
  [/\bin place of\b/i, '"instead of"'],
  [/\band its kin\b/i, '"and others like it"'],
  [/\bstands? (?:still|there|here|at|in|beside|twice|where)\b/i, '"is at", "is shown", "is frozen"'],
  [/\b(?:is|are) over\b/i, '"has ended"'],
  [/\bfault of inpk\b/i, '"bug in inpk"'],
  [/\bthe (?:whole )?tour\b/i, '"demo", "walkthrough"'],
  [/^\s*(?:looks? (?:it|at|through)|whether (?:it|the)|what it)\b.*[^?]$/i, 'an imperative: "Show …", "Check …"'],
  [/\bheard of\b|\bhear of\b/i, '"known"'],
  [/\bstandin(?:g)? (?:at|in) the end\b|\bmay well\b|\bspeaks louder\b/i, '"comes last", "can"'],
  [/\b(?:answers?|answered) otherwise\b|\bcome to an end\b/i, '"has a different answer", "finish"'],
  [
    /\bto look at\b(?=.*\b(?:no|group|source|credits)\b)|\bno (?:group|source|credits)\b.*\bto look at\b/i,
    '"to check"',
  ],
  [
    /\bmust be sent now\b|\bneed not be sent\b|\bthere \((?:moved|renamed)\)/i,
    '"is now required", "is now optional", "moved to", "renamed to"',
  ],
  [/\bby our names\b|\bsomebody\b|\banybody\b/i, '"in our names", "someone", "anyone"'],
  [
    /\bdoes not show (?:it|this)\b|\bare not known\b|\bif it is again\b/i,
    '"not specified", "unsupported", "when repeated"',
  ],
  [
    /\b(?:finds?|trusts?|runs?|reconnects?|subscribes?) (?:it |them )?(?:by )?(?:itself|themselves)\b/i,
    '"automatically"',
  ],
  [/\bno emulator runs\b|\bruns for this folder\b/i, '"is running in this folder"'],
  [/\bnothing was done\b/i, '"cancelled; nothing was changed"'],
  [/\bor give --|\bthen give --|, give --/i, '"use --x"'],
  [/--[a-z]+ is for\b/i, '"--x only applies to …"'],
  [/\bnames another (?:folder|file)\b|\bhas no place in\b/i, '"Set X to …", "isn\'t allowed in …"'],
  [
    /\bbut possibly\b|\bdon't always tell\b|\btakes? no feedback\b/i,
    '"looks like", "can\'t always be detected", "is a draft"',
  ],
  [/\bthe usual\b|\bas the real one does\b|\bas the service does\b/i, '"default", "like the real …"'],
  [/\bverifies as\b|\bbytes? in all\b|\bwrites it$/i, '"the signature matches …", "17 bytes"'],
  [/^(?!\$)[a-z ]+ (?:count|id|limit|by status \d+) {2,}\S/, 'a label in src/output/labels.ts: "matches", "source"'],
  [
    /\b(?:it|command) ended with\b|\bat once at most\b|\bfor (?:success|done)\b|\bno version has yet\b|\bsent nothing more\b/i,
    '"exited with", "at most 4 at a time", "as success", "unknown", "nothing else"',
  ],
  [/\bagain and again\b|\bdisturbed in another way\b/i, '"repeatedly", "with another disturbance"'],
  [/\bevery order there is\b|\bno fewer of them\b|\bfirst state\b/i, '"every possible order", "initial state"'],
  [/\b(?:are as they were|valid there|shows them\.)/i, '"Restored x.", "not valid", "lists them"'],
  [/\bmust be like\b|\bdoes nothing to\b|\bor give -/, '"must be a … such as x", "only applies to x", "or use -"'],
  [/(?:…|\d) (?:APS|rows\/s)\b|\bAPS (?:left|used)\b/, 'pointsText, count'],
  [/\b(?:in|did not answer .*) in time\.?$/, '"did not respond in time", or why there was no response'],
  [/\b(?:took|to take) back\b|^taken back:/i, '"undid", "removed"'],
  [/\bonce the truth\b|\bsuch as many start with\b|\bexpect less\b/i, '"when you learn", "typical", "worse"'],
  [/\bset outcomes\b|\boutcomes? (?:a test|for tests)\b|\bdictate[sd]?\b/i, '"analysis rules"'],
  [/\bby the way\b|\bfor want of\b|\blest\b|\bthereof\b|\bthereby\b|\bwherein\b/i, 'plain words'],
]

it('no text a person can see has words that nobody uses (16)', () => {
  const found = visibleTexts().flatMap(({ path, text }) =>
    INSTEAD.filter(([banned]) => banned.test(text)).map(
      ([, instead]) => `${path}: ${text.slice(0, 160)}  → ${instead}`,
    ),
  )
  expect(found).toEqual([])
})

/** Of a summary in help, which is an imperative; a docstring may start with "Whether". */
const ONLY_IN_HELP = INSTEAD.find(([, instead]) => instead.startsWith('an imperative'))

it('no docstring of the library has them either (16)', () => {
  const types = readdirSync('dist').filter((name) => name.endsWith('.d.ts'))
  const texts = [...new Set(types.flatMap((name) => docstringsOf(`dist/${name}`)))]
  expect(texts.length).toBeGreaterThan(500)
  expect(texts.filter((text) => INSTEAD.some((each) => each !== ONLY_IN_HELP && each[0].test(text)))).toEqual([])
})

/** What reads like a translation in a docstring or in the description of the service: no subject, or a riddle for a noun. */
const RIDDLES: [banned: RegExp, instead: string][] = [
  [/^\w+\.(?: \d| At |$)/, 'whose: "Identifier of the key."'],
  [/^(?:hears|lets go)\b|\bwho hears\b/i, '"Called with …", "Frees …"'],
  [/^how far (?:it|the|a|`)/i, '"Progress of …", "State of …"'],
  [/^as (?:it|they) (?:was|were) (?:sent|given)\.$/i, '"The status, as sent."'],
  [/^of (?:a|the|new)\b/i, 'a noun first: "Key of a POST"'],
  [/^what (?:the \w+ came from|happened, for|json-rpc|was asked|to reject|any call)/i, 'a noun: "Operation that …"'],
  [/\bcan be asked for\b|\bwas asked for with\b|\bis asked for when\b/i, '"is requested"'],
  [/\b(?:strik(?:e|es|ing)|struck)\b/i, '"affects", "is applied to"'],
  [
    /\bas they are\.$|\bhands to\b|\bas far as it\b|\bof the \w+'s (?:own|for)\b/i,
    '"shares with …", "the part of … that", "an emulator organisation"',
  ],
  [/\bbetter by now\b|\bsays instead\b|\bas ours where\b|\blabel of the push\b/i, 'what it is, plainly'],
]

it('no docstring of the library and no description of the service is a riddle (16)', () => {
  const types = readdirSync('dist').filter((name) => name.endsWith('.d.ts'))
  const described = JSON.stringify(describeService({ serverUrl: 'https://ingest.example.com' })).matchAll(
    /"description":"((?:[^"\\]|\\.)*)"/g,
  )
  const texts = new Set([
    ...types.flatMap((name) => docstringsOf(`dist/${name}`)),
    ...[...described].map(([, text]) => text!),
  ])
  expect(texts.size).toBeGreaterThan(700)
  const found = [...texts].flatMap((text) =>
    RIDDLES.filter(([banned]) => banned.test(text)).map(([, instead]) => `${text}  → ${instead}`),
  )
  expect(found).toEqual([])
})

/** The texts an editor shows for what the library exports, each on one line. */
function docstringsOf(path: string): string[] {
  const all = readFileSync(path, 'utf8').matchAll(/\/\*\*(.*?)\*\//gs)
  return [...all].map(([, text]) => text!.replace(/\n\s*\* ?/g, ' ').trim())
}

/** In messages; documents may speak of an answer to a question. */
const ANSWER = /\b(?:the|an|its|no|slowest|this|last|\dxx) answers?\b(?! options?\b| is required)/i

it('what a service sends back is a response in every message (16)', () => {
  const messages = visibleTexts().filter(({ path }) => /\.tsx?$/.test(path))
  expect(messages.filter(({ text }) => ANSWER.test(text))).toEqual([])
})

it('a refusal that lists the words allowed comes from the functions that also name the nearest', () => {
  const own = visibleTexts().filter(
    ({ path, text }) => /\.tsx?$/.test(path) && /must be one of …|\bknown: …/i.test(text),
  )
  expect(own.map(({ path }) => path).sort()).toEqual(['src/base/nearest.ts', 'src/cli/options.ts'])
})
