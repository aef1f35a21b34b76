import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SEARCH_MAX } from '#contract/common.ts'
import { directionOfTyped } from '../../lib/typed.ts'
import type { LeadsSearch } from './leads-search.ts'

/** Pause in typing before a search runs. */
export const SEARCH_DEBOUNCE_MS = 300

type Props = {
  search: LeadsSearch
  onChange: (changes: Record<string, unknown>) => void
  className?: string | undefined
  autoFocus?: boolean
}

/** Searches name, phone and e-mail while one types; the words stand in the address. */
export function SearchField({ search, onChange, className, autoFocus }: Props) {
  const { t } = useTranslation('leads')
  const { t: common } = useTranslation()
  const known = search.search ?? ''
  const [typed, setTyped] = useState({ text: known, sent: known })
  const send = (text: string) => {
    setTyped({ text, sent: text })
    onChange({ search: text.trim() ? text : undefined, page: undefined })
  }
  const sendSoon = useDebouncedCallback(send, SEARCH_DEBOUNCE_MS)
  // The address changed by itself (Back, "clear"): it wins over what was typed.
  const text = known === typed.sent || known === typed.text ? typed.text : known
  return (
    <TextInput
      className={className}
      type="search"
      data-lead-search
      {...(autoFocus && { 'data-autofocus': true, autoFocus })}
      value={text}
      maxLength={SEARCH_MAX}
      dir={directionOfTyped(text)}
      placeholder={t('search')}
      aria-label={t('search')}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
      rightSection={
        text && (
          <CloseButton size="xs" aria-label={common('clearFilter', { name: t('search') })} onClick={() => send('')} />
        )
      }
      onChange={({ currentTarget }) => {
        setTyped({ text: currentTarget.value, sent: known })
        sendSoon(currentTarget.value)
      }}
      onKeyDown={({ key }) => key === 'Escape' && send('')}
    />
  )
}
