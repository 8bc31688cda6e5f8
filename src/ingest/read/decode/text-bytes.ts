/** A byte that is not valid in the encoding of the file. */
export interface BadByte {
  /** Place in the decoded UTF-8 stream, where a `?` stands for it. */
  at: number
  /** The byte, and its place in the file. */
  message: string
}

/** The text of a file as valid UTF-8. `badBytes` grows as chunks are read, in order. */
export interface TextBytes {
  chunks: AsyncIterable<Buffer>
  badBytes: BadByte[]
}

/** Takes the bad bytes before `end` out of the queue; undefined if there is none, the usual case. */
export function takeBadBytes(queue: BadByte[], end: number): BadByte[] | undefined {
  if (queue.length === 0 || queue[0]!.at >= end) return undefined
  const next = queue.findIndex((bad) => bad.at >= end)
  return queue.splice(0, next === -1 ? queue.length : next)
}

/** Why a row with bad bytes is rejected. */
export function badBytesReason(bad: readonly BadByte[]): string {
  return bad.length === 1 ? bad[0]!.message : `${bad[0]!.message}, and ${bad.length - 1} more in this row`
}
