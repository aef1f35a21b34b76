import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnField, SentFieldValues } from '#contract/lead-fields/own-fields.ts'
import { NO_OPTION, UNASSIGNED } from '#contract/leads/lead-board.ts'
import type { BoardBy } from '#contract/leads/lead-fields.ts'
import { isChosenIn } from '#contract/leads/lead-status.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { useCanIn } from '../../../lib/session/session.ts'
import { choicesOf, missingAt, useOwnFields } from '../../../shared/own-fields/own-fields.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { useNameOfLead } from '../fields/lead-name.tsx'
import { type LeadChange, useChangeLead } from '../leads.api.ts'
import type { LeadActions } from '../list/use-lead-actions.ts'
import { useMoveLead } from '../move/use-move-lead.ts'
import type { StatusPrompt } from '../status/status-prompt-modal.tsx'
import { columnKeyOf } from './board-cache.ts'
import type { ShownColumn } from './use-board-columns.ts'

export type BoardMoves = {
  /** Whether the person may move the lead to other columns. */
  canMove: (lead: Lead) => boolean
  /** Whether this column takes the lead. */
  takes: (column: ShownColumn, lead: Lead) => boolean
  move: (lead: Lead, column: ShownColumn) => void
}

type Change = Pick<LeadChange, 'changes' | 'assignee'>
type Guard = { can: (lead: Lead) => boolean; takes: (column: ShownColumn, lead: Lead) => boolean }
/** How the board moves leads to another column: by a change of a field, or by an act of its own. */
type Way = Guard &
  (
    | { there: (column: ShownColumn) => Change; back: (lead: Lead) => Change }
    | { act: (lead: Lead, column: ShownColumn) => void }
  )

const byStatus = (actions: LeadActions): Way => ({
  can: (lead) => actions.statusChange(lead) !== undefined,
  takes: ({ status }, lead) => status !== undefined && isChosenIn(status, lead.campaignId),
  there: ({ key }) => ({ changes: { statusId: key } }),
  back: ({ statusId }) => ({ changes: { statusId } }),
})

const byPerson = (actions: LeadActions): Way => ({
  can: (lead) => actions.assigneeChange(lead) !== undefined,
  takes: () => true,
  there: ({ key, name }) =>
    key === UNASSIGNED
      ? { changes: { assignedTo: null }, assignee: null }
      : { changes: { assignedTo: key }, assignee: { _id: key, name, image: null } },
  back: ({ assignedTo }) => ({ changes: { assignedTo: assignedTo?._id ?? null }, assignee: assignedTo }),
})

const byField = (field: OwnField, actions: LeadActions): Way => ({
  can: (lead) => actions.fieldChange(lead, field) !== undefined,
  // A required field cannot be cleared.
  takes: ({ key }, { statusId }) =>
    key === NO_OPTION
      ? !field.isRequired && !field.requiredAt.includes(statusId)
      : choicesOf(field.options).some(({ value }) => value === key),
  there: ({ key }) => ({ changes: { fields: { [field.key]: key === NO_OPTION ? null : key } } }),
  back: ({ fields }) => ({ changes: { fields: { [field.key]: fields[field.key] ?? null } } }),
})

type Moving = { can: ReturnType<typeof useCanIn>; moveLead: ReturnType<typeof useMoveLead> }
const byCampaign = ({ can, moveLead }: Moving): Way => ({
  can: ({ campaignId, deletedAt }) => deletedAt === null && can('leads.move', campaignId),
  takes: ({ key }) => can('leads.move', key),
  act: (lead, { key, name }) => void moveLead(lead, { _id: key, name }),
})

/** Undefined: a lead keeps its source. */
function wayBy(
  by: BoardBy,
  field: OwnField | undefined,
  { actions, ...moving }: Moving & { actions: LeadActions },
): Way | undefined {
  if (field) return byField(field, actions)
  if (by === 'campaign') return byCampaign(moving)
  return by === 'status' ? byStatus(actions) : by === 'assigned' ? byPerson(actions) : undefined
}

type Options = {
  businessId: string
  by: BoardBy
  /** The own field that the board is divided by. */
  field: OwnField | undefined
  actions: LeadActions
  openPrompt: (prompt: StatusPrompt) => void
}

/** Moving cards between columns: a change of the field, with an undo; a status asks for its detail. */
export function useBoardMoves({ businessId, by, field, actions, openPrompt }: Options): BoardMoves {
  const { t } = useTranslation('leads')
  const nameOfLead = useNameOfLead()
  const { fields: ownFields } = useOwnFields(businessId)
  const { mutateAsync: change } = useChangeLead(businessId)
  const can = useCanIn()
  const moveLead = useMoveLead(businessId)
  return useMemo(() => {
    const way = wayBy(by, field, { actions, can, moveLead })
    const canMove = (lead: Lead) => way?.can(lead) === true
    const takes = (column: ShownColumn, lead: Lead) =>
      column.key !== columnKeyOf(by, lead) && way?.takes(column, lead) === true
    const move = (lead: Lead, column: ShownColumn) => {
      if (!way || !canMove(lead) || !takes(column, lead)) return
      if ('act' in way) return way.act(lead, column)
      const [there, back] = [way.there(column), way.back(lead)]
      const { status } = column
      const give = (fields?: SentFieldValues) => {
        const { changes, ...rest } = there
        // The mutation reports a refusal, and the card returns.
        void change({ lead, ...rest, changes: { ...changes, ...(fields && { fields }) } }).then(
          (sent) =>
            sent.isKept ||
            toast.success(t('board.moved', { name: nameOfLead(lead), column: column.name }), {
              undo: () => void change({ lead: sent.reply.lead, ...back }).catch(() => undefined),
            }),
          () => undefined,
        )
        if (status?.asks) openPrompt({ lead: { ...lead, statusId: status._id }, ask: status.asks })
      }
      const missing = status ? missingAt(ownFields, lead, status._id) : []
      if (!status || missing.length === 0) give()
      else openPrompt({ status, missing, onSave: give, isFollowed: status.asks !== null })
    }
    return { canMove, takes, move }
  }, [by, field, actions, can, moveLead, ownFields, change, openPrompt, t, nameOfLead])
}
