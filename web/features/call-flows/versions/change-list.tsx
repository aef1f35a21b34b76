import { useTranslation } from 'react-i18next'
import type { FlowChange } from './flow-changes.ts'
import classes from './versions.module.css'

const hues = { added: 'green', removed: 'red', changed: 'amber', moved: 'sky', setting: 'amber' } as const

/** Differences in words. */
export function ChangeList({ changes }: { changes: readonly FlowChange[] }) {
  const { t } = useTranslation('call-flows')
  if (changes.length === 0) return <p className={classes.none}>{t('changes.none')}</p>
  return (
    <ul className={classes.changes}>
      {changes.map((change) => (
        <li key={change.key} className={classes.change} data-hue={hues[change.kind]}>
          <span className={classes.kind}>{t(`changes.${change.kind}`)}</span>
          <span className={classes.texts}>
            {'before' in change && <del className={classes.before}>{change.before}</del>}
            {change.kind === 'removed' ? (
              <del className={classes.before}>{change.text}</del>
            ) : change.kind === 'added' || 'before' in change ? (
              <ins className={classes.after}>{change.text}</ins>
            ) : (
              <span>{change.text}</span>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
