import { isObject } from '../base/is-object.js'

/** What a key says of itself. The interface shows a free-form object, so any of it may be missing or in another form. */
export interface KeyText {
  /** `My key (abc)`. */
  name: string
  /** The scopes, with commas between them. */
  scope: string
  environment: string
}

/** The public facts of a key, as words; what is missing is the empty string. Its scopes may come as a list, as one word, or as flags. */
export function keyText(key: object): KeyText {
  const { id, name, environment, permissions } = key as Record<string, unknown>
  const flags = isObject(permissions)
    ? Object.keys(permissions).filter((name) => permissions[name] === true)
    : permissions
  const words = [flags].flat().filter((word) => typeof word === 'string')
  const named = typeof name === 'string' ? name : ''
  const identifier = typeof id === 'string' || typeof id === 'number' ? String(id) : ''
  return {
    name: named === '' ? identifier : identifier === '' ? named : `${named} (${identifier})`,
    scope: words.join(', '),
    environment: typeof environment === 'string' ? environment : '',
  }
}

/** Words with a comma between them, the empty ones left out. */
export function listed(...words: readonly string[]): string {
  return words.filter((word) => word !== '').join(', ')
}
