import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { crc32, createDeflateRaw } from 'node:zlib'

/** A ZIP file written entry by entry; only what is deflated is kept in memory. */
export function createZip(path) {
  const file = createWriteStream(path)
  const directory = []
  let offset = 0
  const write = (bytes) => {
    offset += bytes.length
    file.write(bytes)
  }
  return {
    /** `claimedSize`: what the directory says instead of the truth. */
    async add(name, chunks, claimedSize) {
      const { data, size, crc } = await deflated(chunks)
      const common = Buffer.alloc(26)
      common.writeUInt16LE(20, 0)
      common.writeUInt16LE(8, 4)
      common.writeUInt32LE(crc, 10)
      common.writeUInt32LE(data.length, 14)
      common.writeUInt32LE(claimedSize ?? size, 18)
      common.writeUInt16LE(name.length, 22)
      const tail = Buffer.alloc(14)
      tail.writeUInt32LE(offset, 10)
      directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, tail, Buffer.from(name)]))
      write(Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name)]))
      write(data)
    },
    async end() {
      const central = Buffer.concat(directory)
      const end = Buffer.alloc(22)
      end.write('PK\x05\x06', 'latin1')
      end.writeUInt16LE(directory.length, 8)
      end.writeUInt16LE(directory.length, 10)
      end.writeUInt32LE(central.length, 12)
      end.writeUInt32LE(offset, 16)
      file.end(Buffer.concat([central, end]))
      await once(file, 'close')
    },
  }
}

async function deflated(chunks) {
  const deflate = createDeflateRaw({ level: 6 })
  const parts = []
  deflate.on('data', (part) => parts.push(part))
  let [size, crc] = [0, 0]
  for (const text of chunks) {
    const bytes = typeof text === 'string' ? Buffer.from(text) : text
    size += bytes.length
    crc = crc32(bytes, crc)
    if (!deflate.write(bytes)) await once(deflate, 'drain')
  }
  deflate.end()
  await once(deflate, 'end')
  return { data: Buffer.concat(parts), size, crc }
}
