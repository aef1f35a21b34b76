import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SilencedNumber } from '#contract/team/team.ts'
import { Phone } from '../../ui/display/phone.tsx'
import classes from './silenced-numbers.module.css'

type Props = { numbers: readonly (SilencedNumber & { business?: { name: string } })[] }

/** Numbers that only this person's phones answer, shown before they leave; with the business's name if several. */
export function SilencedNumbers({ numbers }: Props) {
  const { t } = useTranslation('users')
  if (!numbers.length) return null
  return (
    <div role="alert" className={classes.warning} data-hue="amber">
      <IconAlertTriangle stroke={1.75} aria-hidden />
      <p className={classes.title}>{t('silenced.title', { count: numbers.length })}</p>
      <div className={classes.rest}>
        <p>{t('silenced.text')}</p>
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
      </div>
    </div>
  )
}
