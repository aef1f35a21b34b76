import { z } from 'zod'
import { id } from '#contract/common.ts'
import { week } from '#contract/shifts/shift-shapes.ts'

export const Search = z.object({
  week: week.optional(),
  day: z.iso.date().optional(),
  campaign: id.optional(),
  person: id.optional(),
})
export type ShiftsSearch = z.output<typeof Search>
