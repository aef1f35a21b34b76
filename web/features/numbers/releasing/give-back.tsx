import { Alert, Button, Radio, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { VirtualNumber } from '#contract/calls/numbers.ts'
import { formatPhone } from '#contract/values/phones.ts'
import { currentLanguage } from '../../../lib/i18n/i18n.ts'
import { useModal } from '../../../lib/modal-stack.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { FormSection } from '../../../ui/forms/form-section.tsx'
import { TypedConfirm } from '../../../ui/forms/typed-confirm.tsx'
import { standingQuery, useReleaseNumber } from '../numbers.api.ts'
import { DestinationText } from './destination-text.tsx'

const listed = (parts: string[]) => new Intl.ListFormat(currentLanguage(), { type: 'unit' }).format(parts)

/** Gives an adopted number back: it remains in the account, with the settings that it had before. */
export function GiveBack({ number }: { number: VirtualNumber }) {
  const { t } = useTranslation('numbers')
  const { businessId } = useBusiness()
  const release = useReleaseNumber(businessId)
  const modal = useModal('give-back-number')
  const { data, error } = useQuery(standingQuery(businessId, number._id, modal.opened))
  const [keepsChanges, setKeeps] = useState(false)
  const isChanged = data !== undefined && data.changed.length > 0
  return (
    <FormSection title={t('giveBack.title')} text={t('giveBack.text')}>
      <div>
        <Button variant="light" color="red" onClick={modal.open}>
          {t('giveBack.submit')}
        </Button>
      </div>
      <TypedConfirm
        opened={modal.opened}
        title={t('giveBack.title')}
        text={t('giveBack.confirm')}
        word={formatPhone(number.phone)}
        action={t('giveBack.submit')}
        isBusy={release.isPending}
        onClose={modal.close}
        onConfirm={() =>
          release.mutate(
            { id: number._id, keepsChanges: isChanged && keepsChanges },
            {
              onSuccess: ({ number: { givenBack, state } }) => {
                toast.success(t(givenBack ? `giveBack.done.${givenBack}` : `states.${state}`))
                modal.close()
              },
            },
          )
        }
      >
        {error && <Alert color="amber">{t('giveBack.unknown')}</Alert>}
        {data && !data.now && <Alert color="amber">{t('giveBack.left')}</Alert>}
        {data?.now && (
          <Text>
            {t('giveBack.before')} <DestinationText destination={data.before} />
          </Text>
        )}
        {isChanged && data.now && (
          <Radio.Group
            label={t('giveBack.changed', { parts: listed(data.changed.map((part) => t(`giveBack.parts.${part}`))) })}
            description={
              <>
                {t('giveBack.now')} <DestinationText destination={data.now} />
              </>
            }
            value={String(keepsChanges)}
            onChange={(value) => setKeeps(value === 'true')}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="false" label={t('giveBack.restore')} />
              <Radio value="true" label={t('giveBack.keep')} />
            </Stack>
          </Radio.Group>
        )}
      </TypedConfirm>
    </FormSection>
  )
}
