import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Browser } from 'playwright-core'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge']
const FOLDERS = [
  '/usr/bin',
  '/usr/local/bin',
  '/snap/bin',
  '/Applications/Chromium.app/Contents/MacOS',
  '/Applications/Google Chrome.app/Contents/MacOS',
  'C:\\Program Files\\Google\\Chrome\\Application',
]
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The Chromium of this machine: INPK_CHROMIUM, else the first of the usual names; undefined where there is none. */
export function findChromium(): string | undefined {
  if (process.env.INPK_CHROMIUM) return process.env.INPK_CHROMIUM
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...FOLDERS]
  const names = process.platform === 'win32' ? ['chrome.exe'] : [...NAMES, 'Chromium', 'Google Chrome']
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable)
}

/** A Chromium with a fresh profile. */
export async function openChromium(): Promise<Browser> {
  const { chromium } = await import('playwright-core')
  return chromium.launch({ executablePath: findChromium()!, args: FLAGS })
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
