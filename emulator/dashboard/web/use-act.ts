import { useState } from 'react'
import type { ControlId, ControlResultOf } from '../../../src/contract/control/index.js'
import { type ControlError, callControl, type RequestInput } from './control.js'
import { useOrgId } from './org-id.js'
import { showToast } from './toast.js'

export type CallControl = <Id extends ControlId>(id: Id, input?: RequestInput<Id>) => Promise<ControlResultOf<Id>>

/** Calls of the control API for the organisation shown. */
export function useCall(): CallControl {
  const orgId = useOrgId()
  return (id, input) => callControl(orgId, id, input)
}

/** Does something and says how it went; `done` is what is said where it went well, or what the work resolved with, where a text. */
export function useAct(): {
  isBusy: boolean
  act(work: (call: CallControl) => Promise<unknown>, done?: string): Promise<void>
} {
  const call = useCall()
  const [isBusy, setBusy] = useState(false)
  return {
    isBusy,
    async act(work, done) {
      setBusy(true)
      try {
        const outcome = await work(call)
        const message = typeof outcome === 'string' ? outcome : done
        if (message) showToast(message)
      } catch (error) {
        showToast(describe(error as ControlError), true)
      } finally {
        setBusy(false)
      }
    },
  }
}

/** An error as one sentence. */
export function describe({ code, message, details = {} }: ControlError): string {
  const named = Object.entries(details).flatMap(([name, texts]) => texts.map((text) => `${name} ${text}`))
  return [`${code ?? 'Error'}: ${message}`, ...named].join(' · ')
}
