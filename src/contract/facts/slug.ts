/** A text as a short name that programs use for it: `Very good!` is `very_good`; the text itself where nothing of it is a letter or a digit. */
export function slugOf(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu)
  return words?.join('_') ?? text
}

/** Short names of several texts, of which no two are alike: `C` and `C++` are `c` and `c_2`. */
export function slugsOf(texts: readonly unknown[]): string[] {
  const slugs: string[] = []
  for (const text of texts) {
    const slug = slugOf(String(text))
    let own = slug
    for (let at = 2; slugs.includes(own); at++) own = `${slug}_${at}`
    slugs.push(own)
  }
  return slugs
}
