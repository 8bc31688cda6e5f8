import { useState } from 'react'
import { parseJson } from '../../../../src/base/parse-json.js'
import { CopyButton } from './copy.js'

interface Tab {
  title: string
  text: string
  /** Copied instead of the text. */
  copied?: string
}

/** A text to read and copy, in one of several forms. */
export function TabbedText({ tabs, label }: { tabs: readonly Tab[]; label: string }) {
  const [chosen, choose] = useState('')
  const tab = tabs.find(({ title }) => title === chosen) ?? tabs[0]!
  return (
    <div className="body">
      <div className="body-bar">
        {tabs.length > 1 &&
          tabs.map(({ title }) => (
            <button key={title} type="button" aria-pressed={title === tab.title} onClick={() => choose(title)}>
              {title}
            </button>
          ))}
        <CopyButton text={tab.copied ?? tab.text} label={label} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable by keyboard. */}
      <section tabIndex={0} aria-label={label}>
        <pre>{tab.text}</pre>
      </section>
    </div>
  )
}

/** A body: laid out where it is JSON, exactly as it was, or byte by byte. */
export function Body({ text, base64, label }: { text: string | null; base64?: string; label: string }) {
  if (text === null || text === '') return <p className="dim">No body.</p>
  const laidOut = layOut(text)
  const tabs: Tab[] = [
    ...(laidOut === undefined ? [] : [{ title: 'Formatted', text: laidOut }]),
    { title: 'Exact', text },
    ...(base64 ? [{ title: 'Bytes', text: hexOf(base64), copied: text }] : []),
  ]
  return <TabbedText tabs={tabs} label={label} />
}

/** JSON over several lines; undefined for anything else. */
function layOut(text: string): string | undefined {
  const value = parseJson(text)
  return value === undefined ? undefined : JSON.stringify(value, null, 2)
}

const SHOWN_BYTES = 16_384

/** Offset, sixteen bytes, and what of them can be read. */
function hexOf(base64: string): string {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const lines: string[] = []
  for (let start = 0; start < Math.min(bytes.length, SHOWN_BYTES); start += 16) {
    const part = [...bytes.subarray(start, start + 16)]
    const hex = part.map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
    const text = part.map((byte) => (byte > 31 && byte < 127 ? String.fromCharCode(byte) : '·')).join('')
    lines.push(`${start.toString(16).padStart(6, '0')}  ${hex.padEnd(47)}  ${text}`)
  }
  if (bytes.length > SHOWN_BYTES) lines.push(`… ${bytes.length - SHOWN_BYTES} bytes more`)
  return lines.join('\n')
}

/** Headers as they were. */
export function Headers({ headers }: { headers: Readonly<Record<string, string>> }) {
  const entries = Object.entries(headers)
  if (entries.length === 0) return <p className="dim">No headers.</p>
  return (
    <table className="headers">
      <tbody>
        {entries.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
