import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './working-hours.module.css'

type Props = { onTheirs: () => void; onMine: () => void }

/** Someone else saved the hours while they are edited here. */
export function HoursConflict({ onTheirs, onMine }: Props) {
  const { t } = useTranslation('working-hours')
  return (
    <section className={classes.conflict} data-hue="amber" role="alert">
      <p>{t('conflict.text')}</p>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onTheirs}>
          {t('conflict.theirs')}
        </Button>
        <Button variant="default" onClick={onMine}>
          {t('conflict.mine')}
        </Button>
      </div>
    </section>
  )
}
