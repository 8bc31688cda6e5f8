import { KINDS } from './erase-by-kind.js'
import type { EraseFact } from './erase-forms.js'
import type { ScalarShape, Shape } from './evidence/shape.js'
import { plainName } from './match/lexicon.js'
import { wordsOf } from './match/words.js'

const KIND = /^(id_|identifier_)?(type|kind)$|^by$/

/**
 * A list of entries with a kind and a value, `{identifiers: [{type: "…", value: "a"}]}`, of which nothing tells the words for the
 * kinds: as a fact in our words, to be tried. Undefined for any other body.
 */
export function openKinds(body: Shape | undefined): EraseFact | undefined {
  if (body?.kind !== 'object') return undefined
  for (const [place, { shape }] of Object.entries(body.members)) {
    if (shape.kind !== 'list' || shape.entry.kind !== 'object') continue
    const entries = Object.entries(shape.entry.members)
    const texts = entries.flatMap(([name, { shape: inner }]) => (isOpenText(inner) ? [name] : []))
    const [kind, another] = texts.filter((name) => KIND.test(plainName(name)))
    const [value, third] = texts.filter((name) => name !== kind)
    if (entries.length !== 2 || !kind || another || !value || third) continue
    return {
      names: {
        ...Object.fromEntries(KINDS.flatMap(({ ours, word }) => [[ours, place] as const, [word, null] as const])),
      },
      lists: Object.fromEntries(KINDS.map(({ ours, word }) => [ours, { in: value, beside: { [kind]: word } }])),
    }
  }
  return undefined
}

function isOpenText(shape: Shape): shape is ScalarShape & Shape {
  return shape.kind === 'scalar' && shape.types.join() === 'string' && wordsOf(shape).length === 0
}
