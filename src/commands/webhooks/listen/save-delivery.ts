import { access, constants, mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DELIVERY_HEADERS } from '../../../contract/events.js'
import type { Arrived } from './receiver.js'

/** Makes the folder deliveries are saved in, with those above it. Rejects if it is not one, or cannot be written to. */
export async function prepareFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined)
  if (!found) await mkdir(folder, { recursive: true })
  else if (!found.isDirectory()) throw Object.assign(new Error('is not a folder'), { code: 'ENOTDIR', path: folder })
  await access(folder, constants.W_OK)
}

/**
 * Writes a delivery as a raw HTTP request: headers as they came, the exact bytes of the body after them. Its event and what `header` says go into the name. Returns the name
 * of the file, which is never one that is there already; `verify --request` and `replay` read it.
 */
export async function saveDelivery(
  folder: string,
  arrived: Arrived,
  { at, header }: { at: number; header: string },
): Promise<string> {
  const stamp = new Date(at).toISOString().replace(/[-:.]/g, '')
  const words = [DELIVERY_HEADERS.event, header].flatMap(
    (name) => arrived.headers[name.toLowerCase()]?.replace(/[^\w.-]/g, '_').slice(0, 60) ?? [],
  )
  const bytes = rawRequest(arrived)
  for (let copy = 1; ; copy += 1) {
    const name = `${[stamp, ...words, ...(copy === 1 ? [] : [copy])].join('-')}.http`
    const written = await writeFile(join(folder, name), bytes, { flag: 'wx' }).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return false
        throw error
      },
    )
    if (written) return name
  }
}

/** Chunks are already joined: the length replaces their header. */
function rawRequest({ path, rawHeaders, body }: Arrived): Buffer {
  const lines = [`POST ${path} HTTP/1.1`]
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name, value] = [rawHeaders[index]!, rawHeaders[index + 1]!]
    if (!/^(transfer-encoding|content-length|trailer|expect)$/i.test(name)) lines.push(`${name}: ${value}`)
  }
  lines.push(`Content-Length: ${body.length}`, '', '')
  return Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), body])
}
