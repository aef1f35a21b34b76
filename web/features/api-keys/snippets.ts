import type { leadRoutes } from '#contract/leads/leads.ts'
import type { RouteInput } from '#contract/route.ts'

type Lead = Partial<RouteInput<typeof leadRoutes.create>['body']>
type Target = { origin: string; key: string; campaignId: string }

/** An unassigned phone number. */
const example = { name: 'Noa Levi', phone: '+972724440123', source: 'website' } satisfies Lead

/** Single quotes are safe in a shell: none of the values contains one. */
const url = (origin: string) => `${origin}/api/lead`

/** A shell command that sends a lead as JSON. */
export const jsonSnippet = ({ origin, key, campaignId }: Target) =>
  [
    `curl -X POST '${url(origin)}' \\`,
    `  -H 'Authorization: Bearer ${key}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify({ ...example, campaignId })}'`,
  ].join('\n')

/** The same request as jsonSnippet, in the format of a web form. */
export const formSnippet = ({ origin, key, campaignId }: Target) =>
  [
    `curl -X POST '${url(origin)}' \\`,
    `  -H 'Authorization: Bearer ${key}' \\`,
    ...Object.entries({ ...example, campaignId }).map(
      ([name, value], index, all) => `  --data-urlencode '${name}=${value}'${index < all.length - 1 ? ' \\' : ''}`,
    ),
  ].join('\n')
