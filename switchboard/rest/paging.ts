import { json, type Reply } from '../http/serve.ts'
import { numberParam, param, type RestContext } from './route.ts'

const PAGE_SIZE = 50
const PAGE_SIZE_MAX = 1_000
const PAGE_MAX = 100_000

/** Returns one page of a list in the vendor's envelope, with links to the next and the previous page. */
export function pageOf<T>(context: RestContext, key: string, rows: T[], render: (row: T) => unknown): Reply {
  const size = Math.max(1, Math.min(PAGE_SIZE_MAX, numberParam(context, 'PageSize', PAGE_SIZE, 1_000_000)))
  const page = numberParam(context, 'Page', 0, PAGE_MAX)
  const shown = rows.slice(page * size, (page + 1) * size)
  const link = (number: number) => linkTo(context, number, size)
  return json(200, {
    [key]: shown.map(render),
    page,
    page_size: size,
    start: page * size,
    end: page * size + Math.max(0, shown.length - 1),
    uri: link(page),
    first_page_uri: link(0),
    previous_page_uri: page > 0 ? link(page - 1) : null,
    next_page_uri: rows.length > (page + 1) * size ? link(page + 1) : null,
  })
}

function linkTo(context: RestContext, page: number, size: number): string {
  const params = new URLSearchParams([...context.params].filter(([name]) => !name.startsWith('Page')))
  params.set('PageSize', String(size))
  params.set('Page', String(page))
  return `${context.path}?${params}`
}

/** Whether a row has exactly the values given in the parameters. An absent parameter matches every row. */
export const fits = (context: RestContext, wanted: Record<string, string | null>): boolean =>
  Object.entries(wanted).every(([name, value]) => param(context, name) === undefined || param(context, name) === value)
