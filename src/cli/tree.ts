import type { Command } from './command.js'

/** A command in the tree: its one line of purpose, and where its work is loaded from when it is used. */
export interface Leaf {
  readonly purpose: string
  load(): Promise<{ COMMAND: Command }>
}

export interface Branch {
  readonly purpose: string
  readonly commands: Tree
}

export type Tree = Readonly<Record<string, Leaf | Branch>>

/** Every command by name: nouns, then verbs. Nothing is loaded before it is called. */
export const TREE = {
  me: { purpose: 'The key in use: organisation, scope, limits, credits', load: () => import('../commands/me.js') },
} as const satisfies Tree

/** Whether a node holds further commands. */
export function isBranch(node: Leaf | Branch): node is Branch {
  return 'commands' in node
}
