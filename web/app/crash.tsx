import { Button } from '@mantine/core'
import { IconMoodSad } from '@tabler/icons-react'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../ui/feedback/empty-state.tsx'

const ID_RADIX = 36
/** Short enough to be read out on the phone. */
const makeId = () => Date.now().toString(ID_RADIX).slice(-6).toUpperCase()

/** Error page of a screen: the frame around it stays, and shows an id to quote to support. */
export function Crash({ error }: ErrorComponentProps) {
  const { t } = useTranslation()
  const [id] = useState(() => {
    const made = makeId()
    console.error(`Screen failed, id ${made}`, error)
    return made
  })
  return (
    <EmptyState
      asPage
      icon={<IconMoodSad />}
      title={t('unexpectedError')}
      text={t('crashText', { id })}
      action={<Button onClick={() => window.location.reload()}>{t('reload')}</Button>}
    />
  )
}
