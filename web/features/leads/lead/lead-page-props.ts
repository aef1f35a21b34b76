import type { ReactNode } from 'react'
import type { LeadDetails } from '#contract/leads/leads.ts'
import type { ListOrigin } from '../list-origin.ts'
import type { LocalizedStatus } from '../status/use-statuses.ts'
import type { SaveLead } from './use-lead-changes.ts'
import type { Neighbours } from './use-neighbours.ts'

/** Props of both layouts of the lead page. An action is undefined without the right to it. */
export type LeadPageProps = {
  businessId: string
  lead: LeadDetails
  statuses: readonly LocalizedStatus[]
  origin: ListOrigin | undefined
  neighbours: Neighbours | undefined
  isWon: boolean
  isLost: boolean
  canEdit: boolean
  canAssign: boolean
  save: SaveLead
  changeStatus: ((status: LocalizedStatus) => void) | undefined
  markUnread: () => void
  remove: (() => void) | undefined
  restore: (() => void) | undefined
  /** Blocks calls of the phone. */
  block: (() => void) | undefined
  /** Exports and erases the personal data; undefined without the right to it. */
  person: { save: () => void; erase: (() => void) | undefined } | undefined
  /** Trash banner, edit conflict, status prompts. */
  notices: ReactNode
}
