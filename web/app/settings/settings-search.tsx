import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { directionOfTyped } from '../../lib/i18n/typed-direction.ts'
import type { useSettings } from './use-settings.ts'

/** Finds a page of the settings; Enter opens the first match. */
export function SettingsSearch({ typed, search, first }: ReturnType<typeof useSettings>) {
  const { t } = useTranslation('shell')
  const router = useRouter()
  return (
    <TextInput
      type="search"
      value={typed}
      dir={directionOfTyped(typed)}
      maxLength={100}
      placeholder={t('searchSettings')}
      aria-label={t('searchSettings')}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
      onChange={({ currentTarget }) => search(currentTarget.value)}
      onKeyDown={({ key }) => {
        if (key === 'Escape') search('')
        if (key === 'Enter' && first) void router.navigate({ href: first.to })
      }}
    />
  )
}
