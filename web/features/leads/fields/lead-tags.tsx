import { useTranslation } from 'react-i18next'
import classes from './lead-tags.module.css'

const TAGS_SHOWN = 2

/** The first tags in one line and the number of the others; all of them in the tooltip. */
export function LeadTags({ tags, all }: { tags: readonly string[]; all?: boolean }) {
  const { t } = useTranslation('leads')
  if (tags.length === 0) return '—'
  const shown = all ? tags : tags.slice(0, TAGS_SHOWN)
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
