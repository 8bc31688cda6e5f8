// Sequences a terminal would act on: OSC, DCS, SOS, PM and APC with their terminator, CSI, and two-character escapes; 7-bit and C1 forms.
const STRING_SEQUENCE = /(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)/g
const CSI_SEQUENCE = /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]/g
const SHORT_ESCAPE = /\x1b[ -/]*[0-~]/g
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
// `::` that starts a line is a command to GitHub's runners, `##[` anywhere to their older ones, and `##vso[` to Azure's.
const RUNNER_COMMAND = /^([^\S\n]*):(?=:)|#(?=#(?:vso)?\[)/gim
const JSON_CONTROL = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/**
 * Text from the service, a file or a person, made inert for a terminal (cli.md section 1): escape sequences are taken out, any
 * other control character (C0 but line feed and tab, DEL, C1, bidirectional controls) becomes a visible `\x..` or `\u....`.
 */
export function printable(text: string): string {
  // Every sequence starts with a control character; most texts have none.
  if (text.search(CONTROL) === -1) return text
  return text
    .replace(/\r\n/g, '\n')
    .replace(STRING_SEQUENCE, '')
    .replace(CSI_SEQUENCE, '')
    .replace(SHORT_ESCAPE, '')
    .replace(CONTROL, visible)
}

/** `printable`, but for the paint that chalk puts on. The text under the paint must be inert already, or hold no paint of its own. */
export function printablePaint(text: string): string {
  return text
    .split(/(\x1b\[\d+(?:;\d+)*m)/)
    .map((part, index) => (index % 2 === 1 ? part : printable(part)))
    .join('')
}

/** `printable` on one line: line feeds and tabs become spaces. For table cells and messages. */
export function printableLine(text: string): string {
  return printable(text).replace(/[\n\t]+/g, ' ')
}

/** JSON text with the control characters that JSON.stringify leaves alone written as `\u....`; the value it stands for is the same. */
export function printableJson(json: string): string {
  return json.replace(JSON_CONTROL, unicodeEscape)
}

/**
 * Output for people in which a runner of GitHub Actions or Azure Pipelines finds no command: the sign that would make it one is written
 * as `\u....`, which JSON reads as the same. Elsewhere the text is as it was.
 */
export function withoutCommands(text: string, env: Readonly<Record<string, string | undefined>>): string {
  if (!env.CI && !env.TF_BUILD) return text
  return text.replace(RUNNER_COMMAND, (sign, indent = '') => indent + unicodeEscape(sign.slice(indent.length)))
}

function visible(character: string): string {
  const code = character.charCodeAt(0)
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : unicodeEscape(character)
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
