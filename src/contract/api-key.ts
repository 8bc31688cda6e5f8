import type { KeyEnvironment } from './scopes.js'

const SHAPE = /^inpk_(live|test)_([A-Za-z0-9]{10})_([A-Za-z0-9+/]{43}=)$/

/** Identifiers of the emulator's own keys start with this (contract.md section 3); the real service's never do. */
export const EMULATOR_KEY_PREFIX = 'EMU'

export interface ApiKeyParts {
  environment: KeyEnvironment
  id: string
  secret: string
}

/** Takes an API key string apart (KEY-10); undefined if it is not one. */
export function parseApiKey(text: string): ApiKeyParts | undefined {
  const match = SHAPE.exec(text)
  return match ? { environment: match[1] as KeyEnvironment, id: match[2]!, secret: match[3]! } : undefined
}

/** Puts an API key string together from its parts (KEY-10). */
export function formatApiKey({ environment, id, secret }: ApiKeyParts): string {
  return `inpk_${environment}_${id}_${secret}`
}
