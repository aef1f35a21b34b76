import type { ReactNode } from 'react'
import type { LeadDetails } from '#contract/leads.ts'
import type { LeadPlace } from '../list-origin.ts'
import type { StatusLook } from '../status/use-statuses.ts'
import type { SaveLead } from './use-lead-changes.ts'
import type { Neighbours } from './use-neighbours.ts'

/** What the lead's page shows, on the desk and in the pocket alike; an act without the right to it is undefined. */
export type LeadView = {
  businessId: string
  lead: LeadDetails
  statuses: readonly StatusLook[]
  place: LeadPlace | undefined
  neighbours: Neighbours | undefined
  isWon: boolean
  isLost: boolean
  canEdit: boolean
  canAssign: boolean
  save: SaveLead
  changeStatus: ((status: StatusLook) => void) | undefined
  markUnread: () => void
  remove: (() => void) | undefined
  restore: (() => void) | undefined
  /** What the tab of its calls holds; undefined: there is none. */
  calls: (() => ReactNode) | undefined
  /** Puts its phone on the blacklist. */
  block: (() => void) | undefined
  /** Everything that is held of the person behind it: as a file, and erased; undefined: not for this person. */
  person: { save: () => void; erase: (() => void) | undefined } | undefined
  /** In the trash, changed meanwhile, what did it sell for. */
  notices: ReactNode
}
