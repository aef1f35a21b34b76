import { Button, TextInput } from '@mantine/core'
import { IconCoins } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asAgorot, asShekels, isAmount } from '../fields/amount.ts'
import classes from '../lead/notice.module.css'

type Props = {
  /** In a modal, which asks the question itself. */
  bare?: boolean
  value: number | null
  onSave: (agorot: number | null) => void
  onSkip: () => void
}

/** Asked beside everything else once a lead is won: nothing waits for the answer. */
export function SalePrompt({ bare = false, value, onSave, onSkip }: Props) {
  const { t } = useTranslation('leads')
  const [amount, setAmount] = useState(asShekels(value))
  const isRight = isAmount(amount)
  return (
    <form
      {...(!bare && { className: classes.card, 'data-hue': 'green' })}
      aria-label={t('sale.question')}
      onSubmit={(event) => {
        event.preventDefault()
        if (isRight) onSave(asAgorot(amount))
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
            error={!isRight}
            autoFocus
            onChange={({ currentTarget }) => setAmount(currentTarget.value)}
          />
        </div>
        <Button type="submit" variant="light" disabled={!isRight}>
          {t('sale.save')}
        </Button>
        <Button variant="subtle" onClick={onSkip}>
          {t('sale.skip')}
        </Button>
      </div>
    </form>
  )
}
