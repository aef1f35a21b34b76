import { Button, Modal, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DialogFoot } from '../../../ui/layout/dialog-foot.tsx'
import { holeText } from './hole-text.ts'
import type { Hole } from './rehearsal-days.ts'
import classes from './trial.module.css'

const SHOWN = 5

type Props = { holes: readonly Hole[]; isBusy: boolean; onClose: () => void; onPublish: () => void }

/** Asks before a flow is published that at some time rings no phone. */
export function HolesDialog({ holes, isBusy, onClose, onPublish }: Props) {
  const { t } = useTranslation(['call-flows', 'common'])
  const more = holes.length - SHOWN
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('rehearsal.ask.title')}
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      <Stack>
        <p className={classes.note}>{t('rehearsal.ask.text')}</p>
        <ul className={classes.listed}>
          {holes.slice(0, SHOWN).map((hole) => (
            <li key={hole.from}>{holeText(hole, t)}</li>
          ))}
          {more > 0 && <li>{t('rehearsal.more', { count: more })}</li>}
        </ul>
        <DialogFoot onCancel={onClose}>
          <Button loading={isBusy} onClick={onPublish}>
            {t('rehearsal.ask.publish')}
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  )
}
