/** Limits an overrides file may set for a member of a request, with the keyword of the schema and the types that have it. */
export const CHECK_LIMITS = {
  min_length: { keyword: 'minLength', types: ['string'] },
  max_length: { keyword: 'maxLength', types: ['string'] },
  minimum: { keyword: 'minimum', types: ['number', 'integer'] },
  maximum: { keyword: 'maximum', types: ['number', 'integer'] },
  min_items: { keyword: 'minItems', types: ['array'] },
  max_items: { keyword: 'maxItems', types: ['array'] },
} as const satisfies Record<string, { keyword: string; types: readonly string[] }>
