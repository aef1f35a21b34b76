import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SEARCH_MAX } from '#contract/common.ts'
import { directionOfTyped } from '../../lib/i18n/typed-direction.ts'

/** Debounce of the search. */
export const SEARCH_DEBOUNCE_MS = 300

type Props = {
  /** The current search. */
  value: string | undefined
  /** Undefined: the search is cleared. */
  onSearch: (text: string | undefined) => void
  /** Label of the search. */
  label: string
  className?: string | undefined
  autoFocus?: boolean
}

/** Searches a list while typing; the text is kept in the address. */
export function SearchField({ value, onSearch, label, className, autoFocus }: Props) {
  const { t: common } = useTranslation()
  const known = value ?? ''
  const [typed, setTyped] = useState({ text: known, sent: known })
  const send = (text: string) => {
    setTyped({ text, sent: text })
    onSearch(text.trim() ? text : undefined)
  }
  const sendSoon = useDebouncedCallback(send, SEARCH_DEBOUNCE_MS)
  // A change of the address (Back, "clear") replaces the typed text.
  const text = known === typed.sent || known === typed.text ? typed.text : known
  return (
    <TextInput
      className={className}
      type="search"
      data-list-search
      {...(autoFocus && { 'data-autofocus': true, autoFocus })}
      value={text}
      maxLength={SEARCH_MAX}
      dir={directionOfTyped(text)}
      placeholder={label}
      aria-label={label}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
      rightSection={
        text && <CloseButton size="xs" aria-label={common('clearFilter', { name: label })} onClick={() => send('')} />
      }
      onChange={({ currentTarget }) => {
        setTyped({ text: currentTarget.value, sent: known })
        sendSoon(currentTarget.value)
      }}
      onKeyDown={({ key }) => key === 'Escape' && send('')}
    />
  )
}
