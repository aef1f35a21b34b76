import type { Route } from '#contract/route.ts'

const columns = ['Owner', 'Admin', 'Affiliate', 'Lead', 'Writer', 'Reader', 'None', 'Nobody', 'API key']
const words: Record<string, string> = { '+': '✔', 1: '401', 3: '403', 4: '404' }
const titles = [
  'In one’s own business, and a campaign that one was given',
  'What is of another campaign of the business',
  'What is of another business, asked within one’s own',
  'Another business, named by `x-business-id`',
]
const head = `# Who may what

Written by \`server/tests/access-matrix.test.ts\` from the answers of a running server; the expected ones stand there by hand.
✔: let in. 401: not signed in. 403: without the right. 404: nothing that is known to whoever asks. Affiliate, Lead,
Writer and Reader have that role in one campaign, None has none; nobody was granted calls. The API key has every scope,
in one campaign.
`

/** What each asker got, route by route, as a page. */
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
