import { Alert, Checkbox, Modal, UnstyledButton } from '@mantine/core'
import { IconDeviceLaptop, IconDeviceMobile, IconPhoneOutgoing } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallsFrom } from '#contract/team/users.ts'
import { isMasked } from '#contract/values/masks.ts'
import { formatPhone } from '#contract/values/phones.ts'
import { isPhoneReady } from '../../../lib/on-the-line.ts'
import { useSession } from '../../../lib/session/session.ts'
import type { Callee } from '../../../shared/numbers/call-out.ts'
import { useCallsFrom } from './call-out.api.ts'
import classes from './choose-dialog.module.css'

type Props = {
  callee: Callee
  /** Why the call could not be made through us: the device may still dial. */
  refusal: string | undefined
  isBusy: boolean
  onPick: (from: CallsFrom) => void
  onClose: () => void
}

/** What is to ring first. */
export function ChooseDialog({ callee, refusal, isBusy, onPick, onClose }: Props) {
  const { t } = useTranslation('call-out')
  const { t: common } = useTranslation()
  const { user } = useSession()
  const save = useCallsFrom()
  const [isKept, setKept] = useState(true)
  const isHidden = callee.phone !== null && isMasked(callee.phone)
  const choose = (from: CallsFrom) => {
    if (isKept && !refusal && from !== user.callsFrom) save.mutate(from)
    onPick(from)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('title', { name: callee.name })}
      size="sm"
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      {refusal && (
        <Alert color="orange" role="alert" className={classes.refusal ?? ''}>
          {refusal}
        </Alert>
      )}
      <div className={classes.ways}>
        {!refusal && (
          <Way
            icon={<IconDeviceLaptop size={22} stroke={1.75} aria-hidden />}
            title={t('softphone')}
            text={isPhoneReady() ? t('softphoneText') : t('softphoneOffline')}
            isOff={isBusy || !isPhoneReady()}
            onClick={() => choose('softphone')}
          />
        )}
        {!refusal && !isHidden && (
          <Way
            icon={<IconDeviceMobile size={22} stroke={1.75} aria-hidden />}
            title={t('phone')}
            text={user.phone ? t('phoneText', { phone: formatPhone(user.phone) }) : t('phoneMissing')}
            isOff={isBusy || !user.phone}
            onClick={() => choose('phone')}
          />
        )}
        {callee.phone && !isHidden && (
          <Way
            icon={<IconPhoneOutgoing size={22} stroke={1.75} aria-hidden />}
            title={t('device')}
            text={t('deviceText')}
            href={`tel:${callee.phone}`}
            onClick={() => choose('device')}
          />
        )}
      </div>
      {!refusal && (
        <Checkbox
          className={classes.keep ?? ''}
          checked={isKept}
          label={t('keep')}
          onChange={({ currentTarget }) => setKept(currentTarget.checked)}
        />
      )}
    </Modal>
  )
}

type WayProps = {
  icon: ReactNode
  title: string
  text: string
  isOff?: boolean
  href?: string
  onClick: () => void
}
function Way({ icon, title, text, isOff = false, href, onClick }: WayProps) {
  const content = (
    <>
      {icon}
      <span className={classes.words}>
        <span className={classes.title}>{title}</span>
        <span className={classes.text}>{text}</span>
      </span>
    </>
  )
  return href === undefined ? (
    <UnstyledButton className={classes.way ?? ''} disabled={isOff} onClick={onClick}>
      {content}
    </UnstyledButton>
  ) : (
    <UnstyledButton component="a" href={href} className={classes.way ?? ''} onClick={onClick}>
      {content}
    </UnstyledButton>
  )
}
