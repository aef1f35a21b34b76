import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import notice from '../../ui/feedback/notice.module.css'
import type { SavedView } from './view-list.ts'

type Props = {
  view: SavedView<unknown> | undefined
  /** The address names a view that was deleted or that the person may not open. */
  isGone: boolean
  onSave: () => void
  onLeave: () => void
}

/** Notices about the open view: it does not exist, or items that it refers to do not. */
export function ViewNotices({ view, isGone, onSave, onLeave }: Props) {
  const { t } = useTranslation('saved-views')
  if (isGone)
    return (
      <div className={notice.card} data-hue="amber" role="status">
        <div>
          <p className={notice.title}>{t('gone')}</p>
          <p className={notice.text}>{t('goneText')}</p>
        </div>
        <div className={notice.buttons}>
          <Button variant="default" onClick={onSave}>
            {t('saveNew')}
          </Button>
          <Button variant="subtle" onClick={onLeave}>
            {t('understood')}
          </Button>
        </div>
      </div>
    )
  if (!view?.missing.length) return null
  return (
    <div className={notice.card} data-hue="amber" role="status">
      {view.missing.map((kind) => (
        <p key={kind} className={notice.text}>
          {t(`missing.${kind}`)}
        </p>
      ))}
    </div>
  )
}
