import { useDebouncedCallback } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportSettings, LeadImport } from '#contract/leads/sheets/lead-import.ts'
import { type DryRun, firstSettings } from './draft.ts'
import { checkQuery, useCorrect, useSaveSettings } from './imports.api.ts'

/** The dry run starts again when nothing was changed for this time. */
const PAUSE_MS = 500

type Draft = { businessId: string; file: LeadImport; isShown: boolean }
/**
 * What is chosen for a file. Each change is saved after a pause, so that the draft keeps it, and starts the dry run
 * again (where it `isShown`); the figures of the last run stay until the next are here.
 */
export function useDraft({ businessId, file, isShown }: Draft) {
  const [settings, setSettings] = useState(() => firstSettings(file))
  const [version, setVersion] = useState(0)
  const save = useSaveSettings(businessId, file._id)
  const correct = useCorrect(file._id)
  const check = useQuery({
    ...checkQuery(businessId, file._id, version),
    enabled: isShown && file.settings !== null && !save.isError,
    placeholderData: keepPreviousData,
  })
  const runAgain = () => setVersion((one) => one + 1)
  const store = (next: ImportSettings, then?: () => void) =>
    save.mutate(next, {
      onSuccess: () => {
        runAgain()
        then?.()
      },
    })
  const storeLater = useDebouncedCallback((next: ImportSettings) => store(next), {
    delay: PAUSE_MS,
    flushOnUnmount: true,
  })
  const onChange = (changes: Partial<ImportSettings>) => {
    const next = { ...settings, ...changes }
    setSettings(next)
    if (next.mode === 'update' || next.campaignId !== null) storeLater(next)
  }
  const dryRun: DryRun = {
    data: check.data,
    isCounting: check.isFetching || save.isPending || correct.isPending,
    error: save.error ?? check.error,
    onRetry: () => store(settings),
    onCorrect: ({ row, column }, value) => {
      if (column !== null) correct.mutate({ row, column, value }, { onSettled: runAgain })
    },
  }
  const onSaved = (then: () => void) => {
    storeLater.cancel()
    store(settings, then)
  }
  return { settings, onChange, onSaved, dryRun }
}
