import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { inOtherLayout } from '#contract/values/name-key.ts'
import type { Changes } from '../../../lib/list-search.ts'

/** Offers to search for what the same keys type in the other keyboard layout: "sbh" for the letters of דני. */
export function OtherLayout({ text, onChange }: { text: string; onChange: (changes: Changes) => void }) {
  const { t } = useTranslation('leads')
  const meant = inOtherLayout(text).trim()
  // Words alone: not an e-mail or a phone.
  if (!/^\p{L}[\p{L}\s'"-]+$/u.test(meant)) return null
  return (
    <Button variant="default" onClick={() => onChange({ search: meant, page: undefined })}>
      <bdi>{t('searchMeant', { text: meant })}</bdi>
    </Button>
  )
}
