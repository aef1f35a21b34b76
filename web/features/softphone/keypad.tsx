import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './keypad.module.css'

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#']

/** The keys of a telephone, left to right in every language. */
export function Keypad({ onKey }: { onKey: (digit: string) => void }) {
  const { t } = useTranslation('softphone')
  return (
    <fieldset className={classes.keypad} dir="ltr" aria-label={t('keypad')}>
      {keys.map((digit) => (
        <UnstyledButton key={digit} className={classes.key} onClick={() => onKey(digit)}>
          {digit}
        </UnstyledButton>
      ))}
    </fieldset>
  )
}
