import { grouped } from '../base/count.js'

/** The day of an ISO time, or nothing. */
export function day(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 10) : ''
}

/** An ISO time to the second, without its T and Z, and any other text as it is; `-` if there is none. */
export function moment(value: unknown): string {
  if (typeof value !== 'string') return '-'
  return /^\d{4}-/.test(value) ? value.slice(0, 19).replace('T', ' ') : value
}

/** How long a list is, or nothing. */
export function lengthText(value: unknown): string {
  return Array.isArray(value) ? String(value.length) : ''
}

/** A value that an answer may lack; `-` if it does. */
export function orDash(value: unknown): string {
  return value === undefined || value === null || value === '' ? '-' : String(value)
}

/** Whether a setting is on. */
export function onOff(value: unknown): string {
  return value ? 'on' : 'off'
}

/** A share between 0 and 1 as a whole percentage; `-` if it is not known. */
export function percent(share: number | undefined): string {
  return share === undefined ? '-' : `${Math.round(share * 100)}%`
}

/** A number with thousands separators; `-` if it is not known. */
export function quantity(value: unknown): string {
  return typeof value === 'number' ? grouped(value) : orDash(value)
}

/** A duration in the two largest units that say something: `4.2 s`, `3 min 5 s`, `2 h 10 min`. */
export function span(ms: number): string {
  const seconds = ms / 1_000
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.floor(seconds)} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Analysis points (APS), as people write them; small parts of one in whole. */
export function pointsText(value: unknown): string {
  const isPart = typeof value === 'number' && value > 0 && value < 1
  return `${isPart ? value : quantity(value)} analysis ${value === 1 ? 'point' : 'points'}`
}
