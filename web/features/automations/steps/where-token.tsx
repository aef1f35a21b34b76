import { UnstyledButton } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Where } from '#contract/leads/lead-where.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { useLeadConditions } from '../../../ui/sentences/lead-conditions.ts'
import classes from './steps.module.css'

type Props = {
  where: Where | null
  /** What it lets choose. */
  label: string
  /** What no conditions mean. */
  none: string
  onChange: (where: Where | null) => void
}

/** Conditions as a part of a sentence, which open the builder. */
export function WhereToken({ where, label, none, onChange }: Props) {
  const { t } = useTranslation('automations')
  const { businessId } = useBusiness()
  const { Sentence, Builder } = useLeadConditions()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <UnstyledButton
        className={classes.where}
        data-none={where === null || undefined}
        aria-haspopup="dialog"
        title={label}
        onClick={() => setOpen(true)}
      >
        <Suspense fallback={t('loading')}>{where ? <Sentence {...{ businessId, where }} /> : none}</Suspense>
      </UnstyledButton>
      <Suspense>
        {isOpen && (
          <Builder
            businessId={businessId}
            where={where ?? undefined}
            opened
            onClose={() => setOpen(false)}
            onApply={(next) => {
              onChange(next)
              setOpen(false)
            }}
          />
        )}
      </Suspense>
    </>
  )
}
