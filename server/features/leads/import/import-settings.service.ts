import { isOwnFieldName, keyOfFieldName } from '#contract/lead-fields/own-fields.ts'
import type { ImportColumn, ImportSettings } from '#contract/leads/sheets/lead-import.ts'
import { AppError, type Issue } from '../../../platform/http/errors.ts'
import { fieldWithKey } from '../../lead-fields/values.rules.ts'
import { importedCampaigns } from './import.rules.ts'
import { type ImportRequest, readLookups } from './import-context.service.ts'

/** What is wrong with settings: they name what the file or the business does not have, or leave out what rows need. */
export async function settingIssues(
  { db, caller, own }: ImportRequest,
  settings: ImportSettings,
  found: readonly ImportColumn[],
) {
  const { columns, mode, key, campaignId, defaults, values } = settings
  const allowed = importedCampaigns(caller)
  const { lookups, ids } = await readLookups(db, caller.businessId, { own, allowed })
  const chosen = columns.filter((target) => target !== null)
  const isKnown = (target: string) => !isOwnFieldName(target) || fieldWithKey(own, keyOfFieldName(target)) !== undefined
  const known = (target: string) => new Set<string>([...(lookups.get(target)?.values() ?? [])])
  if (campaignId !== null && !ids.campaign.includes(campaignId)) throw new AppError('campaign_not_found')
  if (defaults.assignedTo !== undefined && !ids.assignedTo.includes(defaults.assignedTo))
    throw new AppError('user_not_found')
  const wrong = (isWrong: boolean, path: string, message: string): Issue[] => (isWrong ? [{ path, message }] : [])
  const isCreating = mode !== 'update'
  return [
    ...wrong(columns.length !== found.length || !chosen.every(isKnown), 'columns', 'invalid_value'),
    ...twice(columns, found),
    ...wrong(!isCreating && !chosen.includes(key), 'key', 'key_column_required'),
    ...wrong(
      isCreating && !chosen.includes('phone') && !chosen.includes('email'),
      'columns',
      'contact_column_required',
    ),
    ...wrong(isCreating ? !campaignId : false, 'campaignId', 'campaign_required'),
    ...wrong(
      defaults.statusId !== undefined && !ids.status.includes(defaults.statusId),
      'statusId',
      'status_not_found',
    ),
    ...Object.entries(values).flatMap(([target, texts]) =>
      wrong(
        Object.values(texts).some((value) => value !== null && !known(target).has(value)),
        `values.${target}`,
        'invalid_value',
      ),
    ),
  ]
}

/** Two columns that hold one field, by their titles. */
function twice(targets: ImportSettings['columns'], found: readonly ImportColumn[]): Issue[] {
  const second = targets.findIndex((target, i) => target !== null && targets.indexOf(target) < i)
  if (second < 0) return []
  const [one, other] = [targets.indexOf(targets[second] ?? null), second].map(
    (column) => found[column]?.title || String(column + 1),
  )
  return [{ path: 'columns', message: 'column_twice', values: { one, other } }]
}
