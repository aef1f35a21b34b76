import { useTranslation } from 'react-i18next'
import classes from './lead-tags.module.css'

const FEW = 2

/** Tags in one line; those that have no room are counted, and named to the pointer. */
export function LeadTags({ tags, all }: { tags: readonly string[]; all?: boolean }) {
  const { t } = useTranslation('leads')
  if (tags.length === 0) return '—'
  const shown = all ? tags : tags.slice(0, FEW)
  const more = tags.length - shown.length
  return (
    <span className={classes.tags} data-all={all || undefined} title={tags.join(', ')}>
      {shown.map((tag) => (
        <span key={tag} className={classes.tag} dir="auto">
          {tag}
        </span>
      ))}
      {more > 0 && (
        <span className={classes.more}>
          <span aria-hidden>{`+${more}`}</span>
          <span className={classes.unseen}>{t('moreTags', { count: more })}</span>
        </span>
      )}
    </span>
  )
}
