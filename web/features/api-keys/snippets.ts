import type { leadRoutes } from '#contract/leads/leads.ts'
import type { RouteInput } from '#contract/route.ts'

type Lead = Partial<RouteInput<typeof leadRoutes.create>['body']>
type Target = { origin: string; key: string; campaignId: string }

/** A number that nobody owns. */
const example = { name: 'Noa Levi', phone: '+972724440123', source: 'website' } satisfies Lead

/** Single quotes end a text of the shell; nothing that stands in these holds one. */
const url = (origin: string) => `${origin}/api/lead`

/** What sends a lead as JSON; can be pasted as it is. */
export const jsonSnippet = ({ origin, key, campaignId }: Target) =>
  [
    `curl -X POST '${url(origin)}' \\`,
    `  -H 'Authorization: Bearer ${key}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify({ ...example, campaignId })}'`,
  ].join('\n')

/** The same, as a web form sends it. */
export const formSnippet = ({ origin, key, campaignId }: Target) =>
  [
    `curl -X POST '${url(origin)}' \\`,
    `  -H 'Authorization: Bearer ${key}' \\`,
    ...Object.entries({ ...example, campaignId }).map(
      ([name, value], index, all) => `  --data-urlencode '${name}=${value}'${index < all.length - 1 ? ' \\' : ''}`,
    ),
  ].join('\n')
