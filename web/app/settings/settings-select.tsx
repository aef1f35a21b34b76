import { Select } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSettings } from './use-settings.ts'

/** The settings' menu as one field above the page, where there is no room for a column. */
export function SettingsSelect() {
  const { t } = useTranslation('shell')
  const router = useRouter()
  const { sections, open } = useSettings()
  const entries = sections.flatMap((section) => section.entries)
  return (
    <nav aria-label={t('settings')}>
      <Select
        aria-label={t('chooseSettings')}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t('noSettings')}
        data={sections.map((section) => ({
          group: section.label,
          items: section.entries.map(({ key, label }) => ({ value: key, label })),
        }))}
        value={open?.key ?? null}
        onChange={(chosen) => {
          const entry = entries.find(({ key }) => key === chosen)
          if (entry) void router.navigate({ href: entry.to })
        }}
      />
    </nav>
  )
}
