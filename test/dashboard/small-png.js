import { crc32, deflateSync, inflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const COLOURS = 128

/** A screenshot in its most frequent colours, others as the nearest of them: a third of the bytes, and nobody sees the difference. */
export function smallPng(png) {
  const { width, height, channels, pixels } = decode(png)
  const colours = new Map()
  const colourAt = (at) => (pixels[at] << 16) | (pixels[at + 1] << 8) | pixels[at + 2]
  for (let at = 0; at < pixels.length; at += channels) colours.set(colourAt(at), (colours.get(colourAt(at)) ?? 0) + 1)
  const palette = [...colours]
    .sort((a, b) => b[1] - a[1])
    .slice(0, COLOURS)
    .map(([colour]) => colour)
  const indexOf = new Map([...colours.keys()].map((colour) => [colour, nearest(palette, colour)]))
  const rows = Buffer.alloc((width + 1) * height)
  for (let at = 0; at < width * height; at++) {
    rows[at + Math.floor(at / width) + 1] = indexOf.get(colourAt(at * channels))
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3], 8)
  const bytes = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', bytes),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function nearest(palette, colour) {
  const exact = palette.indexOf(colour)
  if (exact >= 0) return exact
  const distance = (other) =>
    [16, 8, 0].reduce((sum, shift) => sum + (((other >> shift) & 255) - ((colour >> shift) & 255)) ** 2, 0)
  const distances = palette.map(distance)
  return distances.indexOf(Math.min(...distances))
}

/** The pixels of a PNG as Chromium writes them: 8 bits a channel, not interlaced. */
function decode(png) {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const channels = png[25] === 6 ? 4 : 3
  const data = []
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  }
  const raw = inflateSync(Buffer.concat(data))
  const line = width * channels
  const pixels = Buffer.alloc(line * height)
  for (let y = 0; y < height; y++) unfilter(raw, pixels, y, line, channels)
  return { width, height, channels, pixels }
}

function unfilter(raw, pixels, y, line, channels) {
  const from = y * (line + 1)
  for (let x = 0; x < line; x++) {
    const at = y * line + x
    const left = x >= channels ? pixels[at - channels] : 0
    const up = y > 0 ? pixels[at - line] : 0
    const corner = x >= channels && y > 0 ? pixels[at - line - channels] : 0
    const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][raw[from]]
    pixels[at] = raw[from + 1 + x] + predicted
  }
}

function paeth(left, up, corner) {
  const guess = left + up - corner
  const [a, b, c] = [left, up, corner].map((each) => Math.abs(guess - each))
  return a <= b && a <= c ? left : b <= c ? up : corner
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const bytes = Buffer.alloc(body.length + 8)
  bytes.writeUInt32BE(data.length, 0)
  body.copy(bytes, 4)
  bytes.writeUInt32BE(crc32(body), body.length + 4)
  return bytes
}
