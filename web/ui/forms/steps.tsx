import { UnstyledButton } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './steps.module.css'

type Props<S extends string> = {
  steps: readonly { key: S; label: string }[]
  current: S
  /** Last reachable step: all previous ones are valid. */
  reachable: S
  onPick: (step: S) => void
}

/** Step indicator; reachable steps are buttons. Another step takes the focus, whose field is gone. */
export function Steps<S extends string>({ steps, current, reachable, onPick }: Props<S>) {
  const { t } = useTranslation()
  const at = steps.findIndex(({ key }) => key === current)
  const open = steps.findIndex(({ key }) => key === reachable)
  const list = useRef<HTMLOListElement>(null)
  const shown = useRef(current)
  useEffect(() => {
    if (shown.current === current) return
    shown.current = current
    list.current?.querySelector<HTMLElement>('[aria-current]')?.focus()
  }, [current])
  return (
    <nav className={classes.steps} aria-label={t('steps')}>
      <p className={classes.where} aria-hidden>
        {t('stepOf', { number: at + 1, total: steps.length, name: steps[at]?.label })}
      </p>
      <ol ref={list} className={classes.list}>
        {steps.map(({ key, label }, i) => (
          <li key={key} className={classes.item} data-done={i < at || undefined} data-current={i === at || undefined}>
            <UnstyledButton
              className={classes.step}
              disabled={i > open}
              aria-current={i === at ? 'step' : undefined}
              onClick={() => i !== at && onPick(key)}
            >
              <span className={classes.mark} aria-hidden>
                {i < at ? <IconCheck size={14} stroke={2.5} /> : i + 1}
              </span>
              <span className={classes.label}>{label}</span>
            </UnstyledButton>
          </li>
        ))}
      </ol>
    </nav>
  )
}
