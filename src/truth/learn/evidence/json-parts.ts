import type { Member, Shape } from './shape.js'

/** Words before the names of what is inside; a name has more than one word, or stands in quotes, as no plain word does. */
const JSON_WITH =
  /\bJSON(?: object| text| string)?(?: with(?: the)?(?: members?)?| of| that has| containing| holding|:)\s+(.+)/i
const NAME = /^(?:["'`]([A-Za-z]\w*)["'`]|([a-z]+(?:_[a-z0-9]+)+|[a-z]+(?:[A-Z][a-z0-9]*)+))$/

/** The shape of a described form with its parts of JSON as objects, where words say what is in them. */
export function withJsonParts(form: Member): Member {
  if (form.shape.kind !== 'object') return form
  const members = Object.entries(form.shape.members).map(([name, member]): [string, Member] => {
    const names = namesSaid(member)
    return [name, names.length > 0 ? { ...member, shape: objectOf(names) } : member]
  })
  return { ...form, shape: { ...form.shape, members: Object.fromEntries(members) } }
}

/** The names that a description of a text lists as what its JSON has; none unless each that it lists is one. */
function namesSaid({ about, shape }: Member): string[] {
  if (shape.kind !== 'scalar' || !shape.types.includes('string') || shape.format === 'binary') return []
  const [, listed] = JSON_WITH.exec(about ?? '') ?? []
  const names = (listed ?? '').split(/,\s*(?:and\s+)?|\s+and\s+|[.;]\s*$/).filter((each) => each !== '')
  const found = names.flatMap((each) => NAME.exec(each.trim())?.slice(1).find(Boolean) ?? [])
  return found.length === names.length ? found : []
}

/** Nothing is said of types: a value in JSON may be a text or a number. */
function objectOf(names: readonly string[]): Shape {
  const value: Shape = { kind: 'scalar', types: ['string', 'integer', 'number', 'boolean'], seen: [] }
  const members = names.map((name): [string, Member] => [name, { shape: value, required: true, nullable: false }])
  return { kind: 'object', members: Object.fromEntries(members), isListed: true }
}
