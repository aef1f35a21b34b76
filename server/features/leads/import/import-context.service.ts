import type { Language } from '#contract/constants.ts'
import { hasOptions, ownFieldName } from '#contract/lead-fields/own-fields.ts'
import type { ImportSettings } from '#contract/leads/sheets/lead-import.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Member } from '../../../platform/http/caller.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { type FieldDefinitions, shownFields } from '../../lead-fields/values.rules.ts'
import type { ImportRow } from './import.queries.ts'
import { importedCampaigns } from './import.rules.ts'
import { listNamed } from './imported-leads.queries.ts'
import type { Lookups, RowContext } from './rows.rules.ts'
import { NO, plainText, YES } from './texts.rules.ts'

/** What the rows of an import are compared with. */
export type ImportContext = RowContext & {
  /** Campaigns in which rows may be imported; null: all. */
  allowed: readonly string[] | null
  liveCampaigns: ReadonlySet<string>
  defaultStatusId: string
  /** Campaigns whose leads a person may be assigned, by person; null: all. */
  assignable: ReadonlyMap<string, readonly string[] | null>
}

const byText = (named: readonly { id: string; names: readonly (string | null)[] }[]) =>
  new Map(named.flatMap(({ id, names }) => names.map((name) => [plainText(name ?? ''), id] as const)))

function ownLookups(own: FieldDefinitions) {
  return shownFields(own).flatMap((field): [string, ReadonlyMap<string, string>][] => {
    const target = ownFieldName(field.key)
    if (field.type === 'yes_no')
      return [
        [target, new Map([...YES.map((text) => [text, 'yes'] as const), ...NO.map((text) => [text, 'no'] as const)])],
      ]
    if (!hasOptions(field.type)) return []
    const options = field.options.filter(({ replacedBy }) => replacedBy === undefined)
    return [[target, byText(options.map(({ key, nameHe, nameEn }) => ({ id: key, names: [key, nameEn, nameHe] })))]]
  })
}

/** Reads the names of the business, by which rows refer to its statuses, campaigns, people and options. */
export async function readLookups(
  db: Db,
  businessId: string,
  { own, allowed }: { own: FieldDefinitions; allowed: readonly string[] | null },
) {
  const { campaigns, statuses, people } = await listNamed(db, businessId)
  const open = campaigns.filter(({ id }) => allowed === null || allowed.includes(id))
  const lookups: Lookups = new Map([
    ['campaign', byText(open)],
    ['status', byText(statuses)],
    ['assignedTo', byText(people)],
    ...ownLookups(own),
  ])
  return {
    lookups,
    ids: {
      campaign: open.map(({ id }) => id),
      status: statuses.map(({ id }) => id),
      assignedTo: people.map(({ id }) => id),
    },
    liveCampaigns: new Set(open.map(({ id }) => id)),
    defaultStatusId: statuses.find(({ isDefault }) => isDefault)?.id ?? '',
    assignable: new Map(people.map(({ id, campaigns: of }) => [id, of] as const)),
  }
}

export type ImportRequest = { db: Db; caller: Member; language: Language; own: FieldDefinitions; now: Date }

type Of = { settings: ImportSettings; own: FieldDefinitions; allowed: readonly string[] | null; now: Date }
export async function readContext(db: Db, businessId: string, of: Of): Promise<ImportContext> {
  const { ids: _ids, ...read } = await readLookups(db, businessId, of)
  return { ...of, ...read }
}

/** What the rows are compared with now, if the settings of the import are chosen. */
export async function contextOf({ db, caller, own, now }: ImportRequest, { settings }: Pick<ImportRow, 'settings'>) {
  if (!settings) throw new AppError('import_unset')
  return readContext(db, caller.businessId, { settings, own, allowed: importedCampaigns(caller), now })
}
