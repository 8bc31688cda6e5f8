import { useSaid } from '../say.js'

/** Where what is said in passing stands; screen readers hear it. */
export function SaidLine() {
  const said = useSaid()
  return (
    <div className="said" role="status">
      {said && <p className={said.isProblem ? 'bad' : ''}>{said.text}</p>}
    </div>
  )
}
