import { z } from 'zod'
import { id } from '../../common.ts'

/** Who gets new leads and unknown callers of a campaign (docs/decisions/0058-assignment.md). */

export const RULE_MEMBERS_MAX = 100
export const WEIGHT_MAX = 100
/** Chosen people who are notified of a late lead. */
export const NOTIFIED_MAX = 20
/** How often a late lead is handed over to the next person. */
export const HAND_OVERS_MAX = 5
/** Bounds of the number of open leads that rules may give a person. */
export const CAPACITY_MIN = 1
export const CAPACITY_MAX = 10_000

/**
 * `none`: new leads stay unassigned. `roundRobin`: in turn. `fewestOpen`: to the person with the fewest open leads.
 * `weighted`: in turn, each person as often as their weight says.
 */
export const assignmentModes = ['none', 'roundRobin', 'fewestOpen', 'weighted'] as const
export type AssignmentMode = (typeof assignmentModes)[number]

export const RuleMember = z.object({ userId: id, weight: z.number().int().min(1).max(WEIGHT_MAX) })
export type RuleMember = z.output<typeof RuleMember>

/** What happens when a lead was not answered within the campaign's target. */
export const Escalation = z.object({
  /** People who are notified, besides the Leads of the campaign and the Owners. */
  userIds: z.array(id).max(NOTIFIED_MAX),
  leads: z.boolean(),
  owners: z.boolean(),
  /** How often the lead goes to the next person, each time after the target; then it stays, and Owners are notified. */
  handOvers: z.number().int().min(0).max(HAND_OVERS_MAX),
})
export type Escalation = z.output<typeof Escalation>

export const AssignmentRule = z.object({
  mode: z.enum(assignmentModes),
  /** In the order of turns. Weights count in the mode `weighted`. */
  members: z.array(RuleMember).max(RULE_MEMBERS_MAX),
  /** Only people who are on shift. */
  onShiftOnly: z.boolean(),
  /** First the person whom this phone or e-mail knows, if they may read the campaign. */
  knownFirst: z.boolean(),
  /** A lead for which no person was free waits for the next one. */
  waits: z.boolean(),
  /** Null: a late lead is only shown as late. */
  escalation: Escalation.nullable(),
})
export type AssignmentRule = z.output<typeof AssignmentRule>

/** Of a campaign for which none was set. */
export const noRule: AssignmentRule = {
  mode: 'none',
  members: [],
  onShiftOnly: true,
  knownFirst: true,
  waits: true,
  escalation: null,
}
