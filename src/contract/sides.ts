// A service may tell more sides of a sentiment than ours: `{positive, mixed, neutral, negative}`.

const OWN_WORD =
  /^(mixed|ambivalent|conflicted|unknown|undetermined|unclear|unclassified|uncertain|(very|somewhat|slightly|strongly|mostly|extremely)_(positive|negative))$/

/** Whether a name says a side besides ours by itself. */
export function isOwnSideWord(name: string): boolean {
  return OWN_WORD.test(name)
}
