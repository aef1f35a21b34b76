import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const TABLE = at('web/app/page-table.ts')
const SIGN_IN = at('web/features/auth/login-page.tsx')
/** Loaded with the first paint: the frame, and the contracts of the routes that it calls. */
export const FRAME = [at('web/app/layout/shell.tsx'), at('web/lib/http/frame-routes.ts')]

/**
 * Library parts of sign-in and of the frame, without those of whole forms, which most pages do not need. Listed by hand:
 * Mantine's index imports all of its parts, so the import graph does not tell them apart.
 */
const FIELDS =
  /node_modules\/(@tanstack\/(?!.*useBlocker)|@mantine\/(hooks\/esm\/use-(id|merged-ref|uncontrolled)\/|core\/esm\/(core\/|utils\/InputsGroupFieldset|components\/((Input|TextInput|CloseButton|ActionIcon)\/|Checkbox\/CheckIcon)))|@tabler.*Icon(PhoneIncoming|Fingerprint)\.)/
/** What sign-in shares with other forms. */
const FORM_STATE =
  /node_modules\/(@mantine\/(form\/|core\/esm\/(utils\/InlineInput|components\/Checkbox\/))|klona|fast-deep-equal)/
/** Heavy parts that few pages need, in chunks of their own. */
const NUMBERS = /node_modules\/(react-number-format|@mantine\/core\/esm\/components\/NumberInput)/
const PILLS =
  /node_modules\/@mantine\/core\/esm\/components\/(MultiSelect|TagsInput|Autocomplete|PillsInput|Pill\/|Combobox\/use-pills)/
const DATES = /node_modules\/(dayjs|@mantine\/dates)|\/web\/ui\/(forms\/day|list\/day-choices)/
const PIECES = /node_modules\/@mantine\/(core|hooks)(?!.*(Switch|Checkbox|Radio|InlineInput|PasswordInput))/
/** Pieces that stay in the chunk of their page, although several pages use them. */
const PER_PAGE =
  /\/web\/ui\/(forms\/(use-edit|edit-page|code|avatar|crop|step|use-steps|new-password|password|image)|.*(qr-|typed-confirm))/

type Context = Parameters<Extract<Rolldown.CodeSplittingGroup['name'], (...args: never) => unknown>>[1]
type Uses = { signIn: Set<string>; frame: Set<string>; pages: Map<string, number> }
/** Of the one build of this process. */
let known: Uses | undefined

/** The product's own modules of sign-in and of the frame, and how many pages load each module, by static imports. */
function usesOf(context: Context): Uses {
  if (known) return known
  const importsOf = (id: string) => context.getModuleInfo(id)?.importedIds ?? []
  const tables = [TABLE, ...importsOf(TABLE).filter((id) => id.endsWith('/pages.ts'))]
  const pages = new Map<string, number>()
  for (const page of new Set(tables.flatMap((id) => context.getModuleInfo(id)?.dynamicallyImportedIds ?? [])))
    for (const id of closure([page], importsOf)) pages.set(id, (pages.get(id) ?? 0) + 1)
  known = { signIn: closure([SIGN_IN], importsOf), frame: closure(FRAME, importsOf), pages }
  return known
}

function closure(from: string[], importsOf: (id: string) => string[]) {
  const found = new Set<string>()
  const add = (id: string) => {
    if (found.has(id) || id.includes('/node_modules/')) return
    found.add(id)
    importsOf(id).forEach(add)
  }
  from.forEach(add)
  return found
}

const group = (name: string, test: (id: string, uses: Uses) => boolean, isWhole = false) => ({
  debugName: name,
  name: (id: string, context: Context) => (test(id, usesOf(context)) ? name : null),
  includeDependenciesRecursively: isWhole,
  minShareCount: isWhole ? 1 : 2,
})
const isShared = (id: string, { pages }: Uses, pagesAtLeast = 2) =>
  (pages.get(id) ?? 0) >= pagesAtLeast && !PER_PAGE.test(id)

/**
 * Chunks by what is opened together: the entry, sign-in, the frame, parts that several pages share; the rest of each page
 * is its own. The first group that takes a module has it.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'main', tags: ['$initial'] },
  group(
    'fields',
    (id, { signIn, frame }) => FIELDS.test(id) || (signIn.has(id) && (frame.has(id) || !id.includes('/features/'))),
    true,
  ),
  { name: 'form-state', test: FORM_STATE, includeDependenciesRecursively: false },
  group('sign-in', (id, { signIn }) => signIn.has(id), true),
  group('frame', (id, { frame }) => frame.has(id), true),
  { name: 'numbers', test: NUMBERS, minShareCount: 2, includeDependenciesRecursively: false },
  { name: 'pills', test: PILLS, minShareCount: 2, includeDependenciesRecursively: false },
  { name: 'dates', test: DATES, includeDependenciesRecursively: false },
  { name: 'icons', test: /@tabler/, minShareCount: 2, includeDependenciesRecursively: false },
  { name: 'pieces', test: PIECES, minShareCount: 6, includeDependenciesRecursively: false },
  group('forms', (id, uses) => /\/web\/ui\/forms\//.test(id) && isShared(id, uses)),
  group('shared', (id, uses) => /\/web\/(ui|shared|lib)\//.test(id) && isShared(id, uses)),
  group('leads', (id, uses) => /\/(web\/features|contract)\/leads\//.test(id) && isShared(id, uses, 1)),
  group('calls', (id, uses) => /\/(web\/features|contract)\/calls\//.test(id) && isShared(id, uses, 1)),
  group('contract', (id, uses) => id.includes('/contract/') && isShared(id, uses, 6)),
]
