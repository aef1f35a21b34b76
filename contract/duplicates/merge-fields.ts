/** The fields that keep the value of one lead in a merge, in the order of the screens; own fields are `fields.<key>`. */
export const mergeFields = ['name', 'phone', 'email', 'status', 'assignedTo', 'value', 'source'] as const
export type MergeField = (typeof mergeFields)[number]

/** Number of leads that are merged at once. */
export const MERGE_MAX = 5

type Choice<L> = {
  kept: L
  /** The others, the one with the latest activity first. */
  others: readonly L[]
  isFilled: (lead: L, field: string) => boolean
}
/** The lead whose value of a field is kept if none is chosen: the kept one, unless only another has a value. */
export const defaultOf = <L>(field: string, { kept, others, isFilled }: Choice<L>): L =>
  [kept, ...others].find((lead) => isFilled(lead, field)) ?? kept
