import { UnstyledButton } from '@mantine/core'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallFlow } from '#contract/calls/flows/call-flows.ts'
import { lazily } from '../../../lib/lazy.ts'
import { useModal } from '../../../lib/modal-stack.ts'
import { paths } from '../../../lib/paths.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { Phone } from '../../../ui/display/phone.tsx'
import { UserText } from '../../../ui/display/user-text.tsx'
import { Crumbs } from '../../../ui/layout/crumbs.tsx'
import classes from './flow-editor.module.css'

const NumbersDialog = lazily(() => import('./numbers-dialog.tsx'), 'NumbersDialog')

type Props = { flow: CallFlow; onChanged: (flow: CallFlow) => void }

/** Where the flow belongs, and the numbers whose calls follow it. */
export function FlowNumbers({ flow, onChanged }: Props) {
  const { t } = useTranslation('call-flows')
  const { businessId } = useBusiness()
  const dialog = useModal('flow-numbers')
  const { numbers } = flow
  return (
    <span className={classes.context}>
      <Crumbs trail={[{ name: t('title'), to: paths.callFlows(businessId) }]} />
      {numbers.map(({ _id, phone, label }) => (
        <span key={_id} className={classes.number}>
          <Phone number={phone} />
          {label && <UserText>{label}</UserText>}
        </span>
      ))}
      <UnstyledButton className={classes.link} onClick={dialog.open}>
        {t(numbers.length > 0 ? 'numbers.edit' : 'numbers.none')}
      </UnstyledButton>
      <Suspense>{dialog.opened && <NumbersDialog {...{ flow, onChanged }} onClose={dialog.close} />}</Suspense>
    </span>
  )
}
