/**
 * UTF-8 read as Windows-1252 or Latin-1: a lead byte shown as a letter, followed by what a continuation byte shows as. Cyrillic or
 * Greek of one byte read so: runs of accented letters. UTF-8 read as Windows-1250 or -1251: pairs that no language writes.
 */
const MISREAD =
  /Ã[\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u2122]|â€[\u0080-\u00bf\u0153\u2018-\u2122]|Â[\u00a0-\u00bf]|ðŸ|ï¿½|\ufffd|[À-ÖØ-öø-ÿ]{5}|[ÐÑ][\u0080-\u00bf\u0152-\u0192\u02c6\u02dc\u2013-\u2122]|Ä[™‡]|Å[‚¼›]|Ă[¤©¶Łłş\u2013-\u2122]|[РС][°±µ‚ѓ„…†‡€‰‹’“”•™›]/

/** Every sign starts with one of these; few texts have any. */
const LEADS = ['Ã', 'â', 'Â', 'ð', 'ï', '\ufffd', 'Ð', 'Ñ', 'Ă', 'Р°', 'Рµ', 'С‚', 'Ä™', 'Å‚', 'Å¼'] as const

/** False if no part of the text can show such signs: searching a whole chunk costs less than each of its cells. */
export function mayBeMojibake(text: string): boolean {
  return LEADS.some((lead) => text.includes(lead))
}

/** The text shows signs of having been decoded with the wrong encoding (`Ã©`, `â€™`). */
export function looksLikeMojibake(text: string): boolean {
  return mayBeMojibake(text) && MISREAD.test(text)
}
