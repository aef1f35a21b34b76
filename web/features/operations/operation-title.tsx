import { Trans, useTranslation } from 'react-i18next'
import type { Operation } from '#contract/leads/operations.ts'
import classes from './operations-page.module.css'

/** The action, with the names of its status, person or tags. */
export function OperationTitle({ operation: { kind, undoes, subject, tags } }: { operation: Operation }) {
  const { t } = useTranslation('operations')
  if (kind === 'undo') return t(`undoOf.${undoes?.kind ?? 'status'}`)
  if (kind === 'delete' || kind === 'restore') return t(`kind.${kind}`)
  if (kind === 'tag')
    return (
      <span className={classes.tags}>
        {t('kind.tag')}
        {tags?.add.map((tag) => (
          <Tag key={`+${tag}`} tag={tag} />
        ))}
        {tags?.remove.map((tag) => (
          <Tag key={`-${tag}`} tag={tag} isRemoved />
        ))}
      </span>
    )
  if (subject === null) return t('kind.unassign')
  return <Trans t={t} i18nKey={`kind.${kind}`} values={{ subject }} components={{ name: <bdi dir="auto" /> }} />
}

function Tag({ tag, isRemoved = false }: { tag: string; isRemoved?: boolean }) {
  const { t } = useTranslation('operations')
  return (
    <span
      className={classes.tag}
      data-removed={isRemoved || undefined}
      title={t(isRemoved ? 'tagRemoved' : 'tagAdded')}
    >
      <bdi dir="auto">{tag}</bdi>
    </span>
  )
}
