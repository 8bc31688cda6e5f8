import { encodeMultipart } from '../../src/client/request-body.js'
import type { Answer, Ask } from './exchange.js'
import type { Organization } from './organization.js'
import type { Scene } from './scene.js'

let forms = 0

/** A multipart body of these members; each with a boundary of its own. */
export function form(members: Record<string, unknown>, fileName?: string) {
  forms += 1
  // The generator starts at another place each time, so no two boundaries are equal.
  let seed = forms * 7_919
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  return encodeMultipart(members, { fileName, random })
}

/** The file as it stands in a form. */
export function csv(...lines: string[]): Uint8Array {
  return Buffer.from(`${lines.join('\r\n')}\r\n`)
}

/** What an upload to the scene's source carries beside its file. */
export function uploadMembers(scene: Scene, members: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    feedback_group_id: scene.groupId,
    source_id: scene.sourceId,
    mapping: { fields: { [scene.textId]: 'text' }, external_id: 'external_id' },
    ...members,
  }
}

/** Uploads a file to the scene's text question. */
export function upload(
  org: Organization,
  scene: Scene,
  file: Uint8Array | undefined,
  { fileName = 'answers.csv', members = {}, ask = {} }: UploadAsk = {},
): Promise<Answer> {
  const { headers, body } = form({ ...uploadMembers(scene, members), ...(file ? { file } : {}) }, fileName)
  return org.request('POST', '/feedback/upload', { rawBody: body, headers, ...ask })
}

export interface UploadAsk {
  fileName?: string
  members?: Record<string, unknown>
  ask?: Ask
}
