const EYES = ':;='
const NOSES = "-'^"
const MOUTHS = ')(]d[/\\|p*o'

/** The length of the emoticon such as `:-)` or `<3` that stands at `at` in a text in lower case; 0 where there is none. */
export function findEmoticonLength(text: string, at: number): number {
  const first = text.charAt(at)
  if (first === '<') return text.charAt(at + 1) === '3' ? 2 : 0
  if (!EYES.includes(first)) return 0
  const hasNose = text.charAt(at + 1) !== '' && NOSES.includes(text.charAt(at + 1))
  const mouthAt = at + (hasNose ? 2 : 1)
  const mouth = text.charAt(mouthAt)
  if (mouth === '' || !MOUTHS.includes(mouth)) return 0
  const isLetterMouth = mouth === 'd' || mouth === 'p' || mouth === 'o'
  if (isLetterMouth && /\w/.test(text.charAt(mouthAt + 1))) return 0
  if (mouth === '/' && text.charAt(mouthAt + 1) === '/') return 0
  return mouthAt + 1 - at
}
