import { z } from 'zod'
import { id, text } from '../common.ts'
import { languages } from '../constants.ts'
import { TableViewChanges, TableViews } from '../leads/table-views.ts'
import { route } from '../route.ts'
import { personName } from '../values/name-rules.ts'

export const userStatuses = ['Active', 'Pending', 'Verified'] as const
export type UserStatus = (typeof userStatuses)[number]
export const leadViews = ['table', 'cards'] as const
/** Display modes of lead lists. */
export type LeadsLook = (typeof leadViews)[number]
/** What rings first when a person calls a lead: the browser, or their mobile; `device`: this device dials by itself. */
export const callsFrom = ['softphone', 'phone', 'device'] as const
export type CallsFrom = (typeof callsFrom)[number]

/** A phone in any formatting. The server parses it (default region IL) and stores it in E.164, or refuses it. */
export const phoneInput = text(40, 1)

/** What people who share a campaign may see of each other. */
export const User = z.object({ _id: id, name: z.string(), image: z.string().nullable() })
export type User = z.output<typeof User>

export const CurrentUser = User.extend({
  email: z.string(),
  phone: z.string().nullable(),
  status: z.enum(userStatuses),
  userLanguage: z.enum(languages),
  leadView: z.enum(leadViews),
  /** Null: not chosen yet. */
  callsFrom: z.enum(callsFrom).nullable(),
  lastBusinessId: id.nullable(),
  tableViews: TableViews,
})
export type CurrentUser = z.output<typeof CurrentUser>

export const UserChanges = z
  .object({
    name: personName,
    userLanguage: z.enum(languages),
    leadView: z.enum(leadViews),
    callsFrom: z.enum(callsFrom).nullable(),
    lastBusinessId: id,
    tableViews: TableViewChanges,
  })
  .partial()
  .refine((changes) => Object.keys(changes).length > 0, 'required')

export const userRoutes = {
  update: route({
    method: 'POST',
    path: '/user/update',
    access: 'user',
    pending: true,
    summary: "Change one's own name, language, lead view, tables or last business",
    body: UserChanges,
    reply: z.object({ success: z.literal(true), updatedUser: CurrentUser }),
  }),
}
