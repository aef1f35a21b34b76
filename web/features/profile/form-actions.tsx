import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './profile.module.css'

type Props = { action: string; isBusy: boolean; onCancel: () => void }

/** Buttons of a form in a section: submit and cancel. */
export function FormActions({ action, isBusy, onCancel }: Props) {
  const { t: common } = useTranslation()
  return (
    <div className={classes.actions}>
      <Button type="submit" loading={isBusy}>
        {action}
      </Button>
      <Button variant="subtle" onClick={onCancel}>
        {common('cancel')}
      </Button>
    </div>
  )
}
