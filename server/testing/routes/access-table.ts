import type { Route } from '#contract/route.ts'

const columns = ['Owner', 'Admin', 'Affiliate', 'Lead', 'Writer', 'Reader', 'None', 'Signed out', 'API key']
const words: Record<string, string> = { '+': '✔', 1: '401', 3: '403', 4: '404' }
const titles = [
  'In the caller’s own business and campaign',
  'In another campaign of the business',
  'Objects of another business, requested in the own one',
  'Another business, named by `x-business-id`',
]
const head = `# Access of each role

Written by \`server/tests/access-matrix.test.ts\` from the replies of a running server; the expected ones are written by hand.
✔: allowed. 401: not signed in. 403: without the right. 404: unknown to the caller. Affiliate, Lead, Writer and Reader
have that role in one campaign, None has none; no member has a grant of calls. The API key has every scope, in one
campaign.
`

/** The page: for each route, the reply to each asker. */
export function accessTable(all: { name: string; route: Route }[], seen: Map<string, string[]>): string {
  const tables = titles.map((title, i) => {
    const rows = all.flatMap(({ name, route }) => {
      const signs = seen.get(name)?.[i]
      return signs && signs !== '-' ? [rowOf(route, signs)] : []
    })
    const lines = [`| Route | ${columns.join(' | ')} |`, `|---|${columns.map(() => '---|').join('')}`, ...rows]
    return `\n## ${title}\n\n${lines.join('\n')}\n`
  })
  return head + tables.join('')
}

const rowOf = ({ method, path }: Route, signs: string) =>
  `| ${method} \`${path}\` | ${[...signs].map((sign) => words[sign]).join(' | ')} |`
