import { makeBombs } from '../push/make-bombs.js'
import { median } from '../report.js'
import { highest } from '../tools.js'

/** Files made to take memory or time. */
export async function bombs({ folder, of, inTurn, inpk }) {
  const title = 'Files made to take memory or time'
  const made = await makeBombs(folder)
  const used = await inTurn(
    title,
    made.map(({ name, path, refused }) => [
      `${name}: ${refused ? 'refused' : 'read'}`,
      () => inpk(['push', path, '--check', '--json'], {}, refused ? 6 : 0),
    ]),
  )
  const times = used.map((each) => each.map(({ wallMs }) => wallMs / 1_000))
  const slowest = times.toSorted((one, other) => median(other) - median(one))[0]
  const add = of(title, false)
  add('time of the slowest `--check`', slowest, 's', { most: 2 })
  add('highest memory of a `--check`', highest(used.flat()), 'MB', { most: 300, digits: 0 })
}
