/** 75 characters is the most an encoded word may have (RFC 2047); base64 of 42 bytes and its frame stay below. */
const BYTES_IN_WORD = 42

/** A header text as ASCII; what is not, or would be read as encoded, is encoded, no character cut in two. */
export function encodedWords(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text) && !text.includes('=?')) return text
  const words = ['']
  for (const character of text) {
    const longer = words.at(-1)! + character
    if (Buffer.byteLength(longer) > BYTES_IN_WORD) words.push(character)
    else words[words.length - 1] = longer
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ')
}
