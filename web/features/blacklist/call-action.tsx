import { Button } from '@mantine/core'
import { IconBan, IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CallDetails } from '#contract/calls/calls.ts'
import { useBlockCaller } from '../../shared/block-caller.ts'

/** Blocks the caller of a call, or lifts the block. */
export function CallAction({ call, phone }: { call: CallDetails; phone: string }) {
  const { t } = useTranslation('blacklist')
  const blocker = useBlockCaller(call.campaignId)
  const [Icon, key] = call.isBlacklisted
    ? ([IconCircleCheck, 'fromBlacklist'] as const)
    : ([IconBan, 'toBlacklist'] as const)
  const act = () => (call.isBlacklisted ? blocker?.unblock(phone) : blocker?.block({ callId: call._id, phone }))
  return (
    <Button
      variant="default"
      leftSection={<Icon stroke={1.75} aria-hidden />}
      loading={blocker?.isBusy ?? false}
      onClick={act}
    >
      {t(key)}
    </Button>
  )
}
