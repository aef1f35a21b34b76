import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { settingsSections } from '../../shared/pages.ts'
import { useMenuEntries } from '../layout/menu/menu-entries.ts'
import { useFitting } from '../palette/search-words.ts'

/** The pages of the settings that the user may open, by section, and their search, which finds other pages too. */
export function useSettings() {
  const { t } = useTranslation('shell')
  const { settings, dashboard, business, me } = useMenuEntries()
  const isFitting = useFitting()
  const [typed, search] = useState('')
  const found = settings.filter((entry) => isFitting(entry, typed))
  const elsewhere =
    typed.trim() === '' ? [] : [...dashboard, ...business, ...me].filter((entry) => isFitting(entry, typed))
  const sections = [
    ...settingsSections.map((id) => ({
      id,
      label: t(`settingsSections.${id}`),
      entries: found.filter(({ section }) => section === id),
    })),
    // The settings themselves are open.
    { id: 'elsewhere', label: t('otherPages'), entries: elsewhere.filter(({ isActive }) => !isActive) },
  ].filter(({ entries }) => entries.length > 0)
  return { sections, open: settings.find(({ isActive }) => isActive), first: sections[0]?.entries[0], typed, search }
}
