import type { ImportColumn, ImportRow, ImportSettings, LeadImport } from '#contract/leads/sheets/lead-import.ts'
import type { Checked } from './imports.api.ts'

/** A step of an import that was not started. */
export type DraftProps = {
  businessId: string
  file: LeadImport
  settings: ImportSettings
  onChange: (changes: Partial<ImportSettings>) => void
  onStep: (step: 'what' | 'columns' | 'check') => void
  /** Saves what was chosen last, then calls back. */
  onSaved: (then: () => void) => void
  dryRun: DryRun
}

/** What would happen to all rows; it follows each change. */
export type DryRun = {
  /** Of the last run. */
  data: Checked | undefined
  isCounting: boolean
  /** Why there is no run: the settings were refused, or the run failed. */
  error: Error | null
  onRetry: () => void
  onCorrect: (row: ImportRow, value: string) => void
}

type Targets = ImportSettings['columns']
/** The order in which all dates that are imported can be read, if there is only one. */
export function onlyOrder(columns: readonly ImportColumn[], targets: Targets) {
  const orders = columns.flatMap(({ dateOrders }, i) => (targets[i] && dateOrders.length === 1 ? dateOrders : []))
  return new Set(orders).size === 1 ? orders[0] : undefined
}

export function firstSettings({ columns, settings }: LeadImport): ImportSettings {
  if (settings) return settings
  const targets = columns.map(({ suggested }) => suggested)
  return {
    mode: 'create',
    key: 'phone',
    campaignId: null,
    columns: targets,
    values: {},
    defaults: {},
    dateOrder: onlyOrder(columns, targets) ?? 'dmy',
    notifies: false,
  }
}
