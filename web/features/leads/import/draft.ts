import type { ImportSettings, LeadImport } from '#contract/leads/sheets/lead-import.ts'

/** A step of an import that was not started. */
export type DraftProps = {
  businessId: string
  file: LeadImport
  settings: ImportSettings
  onChange: (changes: Partial<ImportSettings>) => void
  onStep: (step: 'what' | 'columns' | 'check') => void
}
