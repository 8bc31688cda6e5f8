/** More than words that are in pairs. */
const PLACES = 2 ** 14
/** So many cells for each pair, or looking one up takes long. */
const CELLS_A_PAIR = 3

/**
 * A number for each of some pairs of words, by the places of both, in a hash table of our own: most pairs of a text are not known, and
 * a map with an object each would cost as much as reading the text.
 */
export class PairTable {
  readonly #places = new Map<string, number>()
  readonly #keys: Int32Array
  readonly #values: Int32Array
  readonly #last: number

  /** The numbers are above 0. Throws if the pairs have more words than there are places. */
  constructor(pairs: readonly (readonly [first: string, second: string, value: number])[]) {
    const cells = 2 ** Math.ceil(Math.log2(pairs.length * CELLS_A_PAIR + 1))
    this.#last = cells - 1
    this.#keys = new Int32Array(cells)
    this.#values = new Int32Array(cells)
    for (const [first, second, value] of pairs) {
      const key = this.#give(first) * PLACES + this.#give(second)
      const cell = this.#cellOf(key)
      this.#keys[cell] = key
      this.#values[cell] = value
    }
  }

  #give(word: string): number {
    const place = this.placeOf(word) || this.#places.size + 1
    if (place >= PLACES) throw new Error('there are more words in pairs than places')
    this.#places.set(word, place)
    return place
  }

  /** The cell of a key, or where it would be. */
  #cellOf(key: number): number {
    let cell = (Math.imul(key, 0x9e3779b1) >>> 15) & this.#last
    while (this.#keys[cell] !== 0 && this.#keys[cell] !== key) cell = (cell + 1) & this.#last
    return cell
  }

  /** The place of a word; 0 if it is in no pair. */
  placeOf(word: string): number {
    return this.#places.get(word) ?? 0
  }

  /** The number of the pair of the words of two places; 0 if it has none. */
  find(first: number, second: number): number {
    return first === 0 || second === 0 ? 0 : this.#values[this.#cellOf(first * PLACES + second)]!
  }
}
