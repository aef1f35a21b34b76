import { Anchor, Button } from '@mantine/core'
import { IconExternalLink, IconPhoneCall } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Call } from '#contract/calls/calls.ts'
import type { VirtualNumber } from '#contract/calls/numbers.ts'
import { paths } from '../../lib/paths.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { useFirstStepDone, useTestCall, useTestedCall } from './numbers.api.ts'
import classes from './test-call.module.css'

/** The stage of a test call. Users who may not read calls see only that it started. */
function stageOf(call: Call | undefined) {
  if (!call) return 'started'
  if (call.answeredAt) return 'answered'
  return call.state === 'ended' ? 'missed' : 'ringing'
}

type Props = { number: Pick<VirtualNumber, '_id' | 'provider'>; isCentered?: boolean }

/** Calls the first phone that the number would ring now; with the built-in exchange it can also be dialled. */
export function TestCall({ number, isCentered }: Props) {
  const { t } = useTranslation('numbers')
  const { businessId } = useBusiness()
  const test = useTestCall(businessId)
  const tested = useTestedCall(businessId, test.data?.callId)
  const stage = stageOf(tested)
  useFirstStepDone(businessId, stage === 'answered')
  return (
    <div className={classes.test} data-centered={isCentered || undefined}>
      <Button
        variant="light"
        leftSection={<IconPhoneCall stroke={2} />}
        loading={test.isPending}
        onClick={() => test.mutate(number._id)}
      >
        {t('test.start')}
      </Button>
      <p className={classes.text} role="status">
        {test.isError ? test.error.message : t(`test.${test.isSuccess ? stage : 'text'}`)}
      </p>
      {number.provider === 'local' && (
        <Anchor className={classes.link ?? ''} href={paths.devPhones} target="_blank" rel="noreferrer">
          {t('test.outside')}
          <IconExternalLink size={14} stroke={2} aria-hidden />
        </Anchor>
      )}
    </div>
  )
}
