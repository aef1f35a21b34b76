import { Button, TextInput } from '@mantine/core'
import { IconCoins } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatAmount, isAmount, parseAmount } from '../../../ui/display/amount.ts'
import classes from '../../../ui/feedback/notice.module.css'

type Props = {
  /** Without card and title, inside a modal that has the question as its title. */
  bare?: boolean
  value: number | null
  onSave: (agorot: number | null) => void
  onSkip: () => void
}

/** Asks for the sale amount once a lead is won; does not block the page. */
export function SaleAmountPrompt({ bare = false, value, onSave, onSkip }: Props) {
  const { t } = useTranslation('leads')
  const [amount, setAmount] = useState(formatAmount(value))
  const isValid = isAmount(amount)
  return (
    <form
      {...(!bare && { className: classes.card, 'data-hue': 'green' })}
      aria-label={t('sale.question')}
      onSubmit={(event) => {
        event.preventDefault()
        if (isValid) onSave(parseAmount(amount))
      }}
    >
      {!bare && (
        <h2 className={classes.title}>
          <IconCoins size={16} stroke={1.75} aria-hidden />
          {t('sale.question')}
        </h2>
      )}
      <div className={classes.buttons}>
        {/* ₪ stands left of the number in both languages. */}
        <div dir="ltr" className={classes.amount}>
          <TextInput
            inputMode="decimal"
            aria-label={t('soldFor')}
            leftSection="₪"
            value={amount}
            error={!isValid}
            autoFocus
            onChange={({ currentTarget }) => setAmount(currentTarget.value)}
          />
        </div>
        <Button type="submit" variant="light" disabled={!isValid}>
          {t('sale.save')}
        </Button>
        <Button variant="subtle" onClick={onSkip}>
          {t('sale.skip')}
        </Button>
      </div>
    </form>
  )
}
