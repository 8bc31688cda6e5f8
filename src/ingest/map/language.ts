const NAMED =
  'ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nl no pl pt ro ru sk sl sr sv ta th tr uk ur vi zh'

const BY_NAME = new Map<string, string>()

/** A file names few languages, many times; ICU takes microseconds to judge one. */
const JUDGED = new Map<string, string | undefined>()
const MOST_JUDGED = 1_000

/** A cell as a BCP 47 tag: `en_US`, `EN-us`, `German`, `Deutsch`. Undefined if it is not one. */
export function readLanguage(text: string): string | undefined {
  if (JUDGED.has(text)) return JUDGED.get(text)
  if (JUDGED.size >= MOST_JUDGED) JUDGED.clear()
  const tag = judgeLanguage(text)
  JUDGED.set(text, tag)
  return tag
}

function judgeLanguage(text: string): string | undefined {
  const word = text.trim()
  const named = languageNames().get(word.toLowerCase())
  if (named) return named
  const tag = word.replaceAll('_', '-').replace(/\..*$/, '')
  if (!/^[a-z]{2,3}(-[a-z\d]{2,8})*$/i.test(tag)) return undefined
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}

function languageNames(): Map<string, string> {
  if (BY_NAME.size > 0) return BY_NAME
  for (const code of NAMED.split(' ')) {
    for (const locale of ['en', code]) {
      const name = new Intl.DisplayNames([locale], { type: 'language', fallback: 'none' }).of(code)
      if (name) BY_NAME.set(name.toLowerCase(), code)
    }
  }
  return BY_NAME
}
