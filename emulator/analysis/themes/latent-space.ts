import { cosine, DIMENSIONS, emptyTable, findCentres, normalise, type Table } from './cluster-rows.js'
import type { LearningRow } from './learning-rows.js'

const POWER_ROUNDS = 8
const SEED = 2_654_435_769

/** Numbers from -1 to 1 that are the same in every run. */
function createDraw(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 2_147_483_648 - 1
  }
}

/** Makes the columns of a table perpendicular and of length one, in place. */
function orthogonalise({ numbers, count }: Table): void {
  for (let column = 0; column < DIMENSIONS; column++) {
    for (let before = 0; before < column; before++) {
      let product = 0
      for (let at = 0; at < count * DIMENSIONS; at += DIMENSIONS)
        product += numbers[at + column]! * numbers[at + before]!
      for (let at = 0; at < count * DIMENSIONS; at += DIMENSIONS)
        numbers[at + column]! -= product * numbers[at + before]!
    }
    let squares = 0
    for (let at = 0; at < count * DIMENSIONS; at += DIMENSIONS) squares += numbers[at + column]! ** 2
    const length = Math.sqrt(squares) || 1
    for (let at = 0; at < count * DIMENSIONS; at += DIMENSIONS) numbers[at + column]! /= length
  }
}

function placeRow(terms: Table, row: LearningRow, into: Float64Array, start: number): void {
  for (let at = 0; at < row.terms.length; at++) {
    const term = row.terms[at]! * DIMENSIONS
    const value = row.values[at]!
    for (let axis = 0; axis < DIMENSIONS; axis++) into[start + axis]! += value * terms.numbers[term + axis]!
  }
}

function addRow(terms: Table, row: LearningRow, from: Float64Array): void {
  for (let at = 0; at < row.terms.length; at++) {
    const term = row.terms[at]! * DIMENSIONS
    const value = row.values[at]!
    for (let axis = 0; axis < DIMENSIONS; axis++) terms.numbers[term + axis]! += value * from[axis]!
  }
}

/** Finds the directions in which the rows differ most (a truncated singular value decomposition, by subspace iteration). */
function findTermSpace(rows: readonly LearningRow[], size: number): Table {
  const draw = createDraw(SEED)
  let terms = emptyTable(size)
  terms.numbers.forEach((_, at) => {
    terms.numbers[at] = draw()
  })
  for (let round = 0; round < POWER_ROUNDS; round++) {
    orthogonalise(terms)
    const next = emptyTable(size)
    for (const row of rows) {
      const place = new Float64Array(DIMENSIONS)
      placeRow(terms, row, place, 0)
      addRow(next, row, place)
    }
    terms = next
  }
  orthogonalise(terms)
  return terms
}

/**
 * How strongly each term speaks for each of `most` themes, `scores[term * most + theme]`, by how the words of many rows go
 * together. Rows and terms must be in an order that does not depend on who came first.
 */
export function scoreByCompany(rows: readonly LearningRow[], size: number, most: number): Float32Array {
  const terms = findTermSpace(rows, size)
  const items = emptyTable(rows.length)
  rows.forEach((row, at) => {
    placeRow(terms, row, items.numbers, at * DIMENSIONS)
    normalise(items.numbers, at * DIMENSIONS)
  })
  const centres = findCentres(items, most)
  const scores = new Float32Array(size * most)
  for (let term = 0; term < size; term++) {
    for (let theme = 0; theme < most; theme++) scores[term * most + theme] = cosine(terms, term, centres, theme)
  }
  return scores
}
