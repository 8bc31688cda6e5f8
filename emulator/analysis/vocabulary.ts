import type { Feature } from './types.js'

/** Numbers for names, as long as an item has them; those of names that no item has any more are given out again. */
export class Numbers {
  readonly ids = new Map<string, number>()
  readonly names: (string | undefined)[] = []
  /** Items that have the name, by its number. */
  readonly counts: number[] = []
  readonly #free: number[] = []

  /** The number of a name that has none yet; no item has it so far. */
  give(name: string): number {
    const id = this.#free.pop() ?? this.names.length
    this.ids.set(name, id)
    this.names[id] = name
    this.counts[id] = 0
    return id
  }

  /** Forgets a name, which came from what was erased. */
  take(id: number): void {
    this.ids.delete(this.names[id]!)
    this.names[id] = undefined
    this.#free.push(id)
  }
}

/** The words of a source in each form, and the stems that forms share. */
export class Vocabulary {
  readonly words = new Numbers()
  readonly stems = new Numbers()
  /** The stem of each word. */
  readonly stemOf: number[] = []
  /** Of each word, for hashes of rows; by the name, as numbers depend on who came first. */
  readonly hashes: number[] = []

  /** Counts a feature of an item, and gives its number. */
  add({ name, stem }: Feature): number {
    const id = this.words.ids.get(name) ?? this.#begin(name, stem)
    this.words.counts[id]!++
    this.stems.counts[this.stemOf[id]!]!++
    return id
  }

  #begin(name: string, stem: string): number {
    const id = this.words.give(name)
    this.stemOf[id] = this.stems.ids.get(stem) ?? this.stems.give(stem)
    this.hashes[id] = hashName(name)
    return id
  }

  /** An item with the word is gone. */
  remove(id: number): void {
    const stem = this.stemOf[id]!
    this.words.counts[id]!--
    this.stems.counts[stem]!--
    if (this.words.counts[id] === 0) this.words.take(id)
    if (this.stems.counts[stem] === 0) this.stems.take(stem)
  }
}

function hashName(name: string): number {
  let hash = 2_166_136_261
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 16_777_619)
  return hash
}
