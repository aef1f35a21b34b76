import { Alert, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { SilencedNumber } from '#contract/team.ts'
import { Phone } from './phone.tsx'

type Props = { numbers: readonly (SilencedNumber & { business?: { name: string } })[] }

/** The numbers that would ring nobody without a person who is about to go; with their business where there are several. */
export function SilencedNumbers({ numbers }: Props) {
  const { t } = useTranslation('users')
  if (!numbers.length) return null
  return (
    <Alert color="amber" title={t('silenced.title', { count: numbers.length })}>
      <Text size="sm">{t('silenced.text')}</Text>
      <ul>
        {numbers.map(({ _id, phone, label, business }) => (
          <li key={_id}>
            <Phone number={phone} /> {label && <bdi>{label}</bdi>}
            {business && (
              <>
                {' '}
                <bdi>({business.name})</bdi>
              </>
            )}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
