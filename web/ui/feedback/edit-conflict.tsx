import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './edit-conflict.module.css'

type Props = { text: string; onTheirs: () => void; onMine: () => void }

/** Someone else saved what is edited here: shows theirs, or goes on with what is typed. */
export function EditConflict({ text, onTheirs, onMine }: Props) {
  const { t } = useTranslation()
  return (
    <section className={classes.conflict} data-hue="amber" role="alert">
      <p className={classes.text}>{text}</p>
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
