import { isObject, type JsonObject } from '../../../base/is-object.js'
import { follow } from '../../compatibility/shape.js'
import { wordsOf } from '../match/words.js'
import type { DescribedRefusal } from './evidence.js'
import { type Shape, shapeOfSchema } from './shape.js'

/** The refusals that the responses of an operation name: by the values of `error.code`, and by examples of whole bodies. */
export function describedRefusals(root: JsonObject, responses: JsonObject): DescribedRefusal[] {
  return Object.entries(responses).flatMap(([status, each]) => {
    if (!/^[45]\d\d$/.test(status)) return []
    const { description, content } = follow(root, each)
    const media = Object.entries(isObject(content) ? content : {}).find(([type]) => /json/i.test(type))?.[1]
    if (!isObject(media)) return []
    const examples = examplesOf(root, media)
    const listed = codesIn(shapeOfSchema(root, media.schema).shape)
    const codes = [...new Set([...listed, ...examples.flatMap(({ code }) => (code === undefined ? [] : [code]))])]
    return codes.map((code) => {
      const own = examples.filter((example) => example.code === code).flatMap(({ said }) => said)
      const about = typeof description === 'string' ? partAbout(description, code, codes) : ''
      return { status: Number(status), code, said: [...own, about].filter((text) => text !== '') }
    })
  })
}

/** The codes an error may have, where its schema lists them. */
function codesIn(shape: Shape): readonly string[] {
  const error = shape.kind === 'object' ? shape.members.error?.shape : undefined
  const code = error?.kind === 'object' ? error.members.code?.shape : undefined
  return code?.kind === 'scalar' && code.words !== undefined ? wordsOf(code) : []
}

function examplesOf(
  root: JsonObject,
  { example, examples }: JsonObject,
): { code: string | undefined; said: string[] }[] {
  const named = Object.values(isObject(examples) ? examples : {}).map((each) => follow(root, each))
  return [...(example === undefined ? [] : [{ value: example }]), ...named].map((each: JsonObject) => {
    const { error } = isObject(each.value) ? each.value : { error: undefined }
    const { code, message } = isObject(error) ? error : ({} as JsonObject)
    const said = [message, each.summary, each.description].filter((text) => typeof text === 'string')
    return { code: typeof code === 'string' && code !== '' ? code : undefined, said }
  })
}

/** What a description of several codes says about one: from its name to the next one's. */
function partAbout(description: string, code: string, codes: readonly string[]): string {
  if (codes.length === 1) return description.replaceAll(code, '')
  const placeOf = (each: string) => description.search(new RegExp(`(?<![\\w.-])${escaped(each)}(?![\\w-])`))
  const start = placeOf(code)
  if (start < 0) return ''
  const ends = codes.map(placeOf).filter((place) => place > start)
  return description.slice(start + code.length, Math.min(description.length, ...ends))
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
