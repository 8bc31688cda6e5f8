import { InflateRaw } from 'node:zlib'

/** How many bytes come out of archives while `work` runs: unlike time and memory, no other test adds to it. */
export async function inflatedBy(work: () => Promise<unknown>): Promise<number> {
  const { push } = InflateRaw.prototype
  let bytes = 0
  InflateRaw.prototype.push = function (chunk, encoding) {
    bytes += chunk?.length ?? 0
    return push.call(this, chunk, encoding)
  }
  try {
    await work()
  } finally {
    InflateRaw.prototype.push = push
  }
  return bytes
}
