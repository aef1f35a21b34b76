import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DemoNumber } from '#contract/calls/dev-phones.ts'
import { formatPhone } from '#contract/values/phones.ts'
import { Phone } from '../../ui/display/phone.tsx'
import { UserText } from '../../ui/display/user-text.tsx'
import classes from './dev-phones-page.module.css'

type Props = { numbers: DemoNumber[]; chosen: string; onChoose: (phone: string) => void }

/** Numbers that can be called; a click puts one on the display. */
export function NumberList({ numbers, chosen, onChoose }: Props) {
  const { t } = useTranslation('dev-phones')
  return (
    <section>
      <h2 className={classes.subtitle}>{t('numbers')}</h2>
      <ul className={classes.numbers}>
        {numbers.map(({ phone, label, campaign, business, now }) => (
          <li key={phone}>
            <UnstyledButton
              className={classes.number}
              aria-pressed={chosen === formatPhone(phone)}
              onClick={() => onChoose(formatPhone(phone))}
            >
              <span className={classes.digits}>
                <Phone number={phone} />
              </span>
              <span className={classes.words}>
                <UserText cut>{campaign ?? business}</UserText>
                <span className={classes.second}>
                  <UserText cut>{label && label !== campaign ? label : business}</UserText>
                </span>
              </span>
              {now !== 'open' && <span className={classes.now}>{t(`now.${now}`)}</span>}
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
