import { createHash } from 'node:crypto'
import { createTransport } from 'nodemailer'
import MimeNode from 'nodemailer/lib/mime-node'

/** 75 characters is the most an encoded word may have (RFC 2047); base64 of 42 bytes and its frame stay below. */
const BYTES_IN_WORD = 42

/** A local server that accepts mails and displays them. */
export interface SmtpPlace {
  host: string
  port: number
}

/** A mail, whole. */
export interface Mail {
  from: { name: string; address: string }
  to: string
  subject: string
  text: string
  html: string
  messageId: string
  /** Epoch milliseconds. */
  at: number
}

/** Hands mails to a server, one after the other. Rejects if it cannot be reached or refuses. */
export type SendMail = (mail: Mail) => Promise<void>

/** A dead server must not keep anybody waiting: it is on this machine. */
const TIMEOUT_MS = 3_000

/** The mail as RFC 5322 has it: text and HTML, encoded so that any server passes it on unchanged. Always the same bytes. */
export function buildMail(mail: Mail): Promise<Buffer> {
  const { from, to, subject, messageId, at, text, html } = mail
  // Of the content, which cannot hold its own hash.
  const baseBoundary = createHash('sha256').update(`${messageId}${text}${html}`).digest('hex').slice(0, 32)
  const root = new MimeNode('multipart/alternative', { baseBoundary, newline: 'win' })
  root.setHeader([
    { key: 'from', value: addressText(from) },
    { key: 'to', value: to },
    { key: 'subject', value: encodedWords(subject) },
    { key: 'message-id', value: messageId },
    { key: 'date', value: new Date(at).toUTCString().replace('GMT', '+0000') },
  ])
  addPart(root, 'text/plain', text)
  addPart(root, 'text/html', html)
  return root.build()
}

function addPart(root: MimeNode, type: string, content: string): void {
  const part = root.createChild(`${type}; charset=utf-8`)
  part.setHeader('Content-Transfer-Encoding', 'quoted-printable')
  part.setContent(content)
}

/** The name in quotes, or encoded: whatever is in it is not an address. */
function addressText({ name, address }: Mail['from']): string {
  const encoded = encodedWords(name)
  const shown = encoded === name ? `"${name.replace(/["\\]/g, '\\$&')}"` : encoded
  return name === '' ? address : `${shown} <${address}>`
}

/** A way to a local SMTP server, without sign-in and with no more TLS than it offers. */
export function mailSender({ host, port }: SmtpPlace): SendMail {
  const transport = createTransport({
    host,
    port,
    secure: false,
    ignoreTLS: true,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async (mail) => {
    await transport.sendMail({ envelope: { from: mail.from.address, to: mail.to }, raw: await buildMail(mail) })
  }
}

/** A header text as ASCII; what is not, or would be read as encoded, is encoded, no character cut in two. */
function encodedWords(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text) && !text.includes('=?')) return text
  const words = ['']
  for (const character of text) {
    const longer = words.at(-1)! + character
    if (Buffer.byteLength(longer) > BYTES_IN_WORD) words.push(character)
    else words[words.length - 1] = longer
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ')
}
