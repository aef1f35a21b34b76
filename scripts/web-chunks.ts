import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const TABLE = at('web/app/page-table.ts')
const SIGN_IN = at('web/features/auth/login-page.tsx')
const LEAD_LIST = at('web/features/leads/list/leads-page.tsx')
const CALL_LIST = at('web/features/calls/list/calls-page.tsx')
const LEAD_PAGE = at('web/app/pages/lead-with-calls.tsx')
/** Loaded with the first paint: the frame, and the contracts of the routes that it calls. */
export const FRAME = [at('web/app/layout/shell.tsx'), at('web/lib/http/frame-routes.ts')]

/**
 * Library parts of sign-in and of the frame, without those of whole forms, which most pages do not need. Listed by hand:
 * Mantine's index imports all of its parts, so the import graph does not tell them apart.
 */
const FIELDS =
  /node_modules\/(@tanstack\/(?!.*(useBlocker|[qQ]ueries(Observer)?\.))|@mantine\/(hooks\/esm\/use-(id|merged-ref|uncontrolled)\/|core\/esm\/(core\/|utils\/InputsGroupFieldset|components\/((Input|TextInput|CloseButton|ActionIcon)\/|Checkbox\/CheckIcon)))|@tabler.*IconFingerprint\.)/
/** State of forms, which sign-in shares with other pages. */
const FORM_STATE =
  /node_modules\/(@mantine\/(form\/|core\/esm\/(utils\/InlineInput|components\/Checkbox\/))|klona|fast-deep-equal)/
/** Heavy parts that few pages need, in chunks of their own. */
const NUMBERS = /node_modules\/(react-number-format|@mantine\/core\/esm\/components\/NumberInput)/
const PILLS =
  /node_modules\/@mantine\/core\/esm\/components\/(MultiSelect|TagsInput|PillsInput|Pill\/|Combobox\/use-pills)/
const DATES = /node_modules\/(dayjs|@mantine\/dates)|\/web\/ui\/(forms\/day-(picker|range)|list\/day-choices)/
const CHOICES =
  /node_modules\/@mantine\/core\/esm\/components\/(Combobox\/(?!ComboboxChevron|get-parsed|Combobox\.module)|Select\/)/
const DIALOGS = /node_modules\/@mantine\/core\/esm\/components\/(Modal|ModalBase|Drawer|ScrollArea)\//
/** Pieces of a few hundred bytes that many pages use, in one chunk rather than one request each. */
const SMALL =
  /node_modules\/(@mantine\/(core\/esm\/components\/((Group|Stack|Text|Paper|Anchor|Indicator)\/|Combobox\/(ComboboxChevron|get-parsed|Combobox\.module))|hooks\/esm\/use-(debounced-callback|callback-ref|previous|force-update)\/)|@tanstack\/.*useBlocker|use-callback-ref\/)|\/web\/ui\/(list\/filters|table\/table-tools)\.module/
/** Icons of several chunks, without those that only pages of shifts, meetings, automations and figures use. */
const ICONS =
  /@tabler.*\/(?!Icon(Arrows(Exchange|Split2)|Beach|BrandWaze|Building|Calendar(Off|X)|Cash|CircleX|Clock(Minus|Plus)|DoorEnter|ExclamationCircleFilled|Flag3|Home|HourglassEmpty|MapPin|PhoneEnd|PlayerPlay|Send|Shield(Check)?|Template|Thermometer|User(Pause|Share)|Video)\.)[^/]*$/
const LIST_PARTS =
  /node_modules\/@mantine\/(core\/esm\/components\/(Pagination|NativeSelect)\/|hooks\/esm\/use-pagination)/
const LISTS = /\/web\/ui\/(table\/(?!table-tools\.module)|list\/(?!search-and-state|filters\.module))/
const CALLS = /\/web\/features\/calls\//
/** Contracts below those of leads that few pages use, although several read them. */
const RARE =
  /\/contract\/(working-hours\/|leads\/(follow-ups\/(today|missed|moments)|meetings\/(meeting-shapes|meetings|guest|booking\/)|sheets\/|conversations\/consents|(automations|messages|assignment)\/))/
const LEADS = /\/(web\/features|contract)\/leads\//
/** Own fields and sources, which forms use, too. */
const OWN_FIELDS = /\/contract\/(lead-fields\/|leads\/payloads)|\/web\/shared\/(own-fields\/|source-mark)/
/** Shapes of leads and calls, and what shows their values. */
const SHAPES = /\/contract\/(leads\/|calls\/calls\.)|\/web\/shared\/(call-status|play-button|recording)/
const CONTRACT = /\/contract\//
/** Pieces that stay in the chunk of their page, although several pages use them. */
const PER_PAGE =
  /\/web\/(shared\/(request-log|business-intro|open-ranges\/|message-templates\/)|ui\/sentences\/|ui\/.*(qr-|typed-confirm|edit-conflict|search-and-state|filters\.module)|ui\/layout\/(back-link|editable-title)|ui\/forms\/(use-edit|edit-page|code|avatar|crop|step|use-steps|new-password|password|image))/

type Context = Parameters<Extract<Rolldown.CodeSplittingGroup['name'], (...args: never) => unknown>>[1]
type Uses = { signIn: Set<string>; frame: Set<string>; pages: Map<string, string[]> }
/** Computed once, because a process runs one build. */
let known: Uses | undefined

/** The product's own modules of sign-in and of the frame, and the pages that load each module, by static imports. */
function usesOf(context: Context): Uses {
  if (known) return known
  const importsOf = (id: string) => context.getModuleInfo(id)?.importedIds ?? []
  const tables = [TABLE, ...importsOf(TABLE).filter((id) => id.endsWith('/pages.ts'))]
  const pages = new Map<string, string[]>()
  for (const page of new Set(tables.flatMap((id) => context.getModuleInfo(id)?.dynamicallyImportedIds ?? [])))
    for (const id of closure([page], importsOf)) pages.set(id, [...(pages.get(id) ?? []), page])
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
  (pages.get(id)?.length ?? 0) >= pagesAtLeast && !PER_PAGE.test(id) && !RARE.test(id)
/** Whether no other page loads the module. */
const isOf = (page: string, id: string, { pages }: Uses) => {
  const [first, ...others] = pages.get(id) ?? []
  return first === page && others.length === 0
}

/**
 * Chunks by what is opened together: the entry, sign-in, the frame, parts that several pages share; the rest of each page
 * is its own. The first group that takes a module has it.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'index', tags: ['$initial'] },
  group(
    'fields',
    (id, { signIn, frame }) => FIELDS.test(id) || (signIn.has(id) && (frame.has(id) || !id.includes('/features/'))),
    true,
  ),
  { name: 'form-state', test: FORM_STATE, includeDependenciesRecursively: false },
  group('sign-in', (id, { signIn }) => signIn.has(id), true),
  group('frame', (id, { frame }) => frame.has(id), true),
  { name: 'small', test: SMALL, minShareCount: 2, includeDependenciesRecursively: false },
  { name: 'numbers', test: NUMBERS, minShareCount: 2, includeDependenciesRecursively: false },
  { name: 'choices', test: CHOICES, minShareCount: 2, includeDependenciesRecursively: false },
  { name: 'dialogs', test: DIALOGS, minShareCount: 2, includeDependenciesRecursively: false },
  { name: 'pills', test: PILLS, minShareCount: 2, includeDependenciesRecursively: false },
  { name: 'dates', test: DATES, includeDependenciesRecursively: false },
  { name: 'icons', test: ICONS, minShareCount: 2, includeDependenciesRecursively: false },
  group('forms', (id, uses) => /\/web\/ui\/forms\/(?!phone-rule)/.test(id) && isShared(id, uses)),
  group('lists', (id, uses) => LIST_PARTS.test(id) || (LISTS.test(id) && isShared(id, uses))),
  group('own-fields', (id, uses) => OWN_FIELDS.test(id) && isShared(id, uses)),
  // Separate from the screens of leads and calls, because pages of other features use a few of these shapes.
  group('shapes', (id, uses) => SHAPES.test(id) && isShared(id, uses)),
  group('shared', (id, uses) => /\/web\/(ui|shared|lib)\//.test(id) && isShared(id, uses)),
  group('leads', (id, uses) => LEADS.test(id) && isShared(id, uses)),
  group('lead-list', (id, uses) => LEADS.test(id) && isOf(LEAD_LIST, id, uses)),
  group('lead-page', (id, uses) => LEADS.test(id) && isOf(LEAD_PAGE, id, uses)),
  group('calls', (id, uses) => CALLS.test(id) && isShared(id, uses)),
  group('call-list', (id, uses) => CALLS.test(id) && isOf(CALL_LIST, id, uses)),
  group('contract', (id, uses) => CONTRACT.test(id) && isShared(id, uses, 6)),
]
