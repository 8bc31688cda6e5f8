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

export type Tree = Readonly<{ [name: string]: Leaf | Branch }>

/** Whether a node holds further commands. */
export function isBranch(node: Leaf | Branch): node is Branch {
  return 'commands' in node
}
