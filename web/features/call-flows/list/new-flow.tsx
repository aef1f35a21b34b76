import { Button, Modal, Select, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallFlowSummary } from '#contract/calls/flows/call-flows.ts'
import { NAME_MAX, title } from '#contract/common.ts'
import { formatPhone } from '#contract/values/phones.ts'
import { issueText } from '../../../lib/http/form-errors.ts'
import { paths } from '../../../lib/paths.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { DialogFoot } from '../../../ui/layout/dialog-foot.tsx'
import { flowNumbersQuery, useCreateFlow } from '../call-flows.api.ts'
import { Radios } from '../tokens/simple-fields.tsx'
import classes from './call-flows-page.module.css'

type Props = { flows: readonly CallFlowSummary[]; onClose: () => void }
const starts = ['empty', 'number', 'copy'] as const
type Start = (typeof starts)[number]

/** Makes a draft: with three usual steps, of the routing of a number, or of another flow. */
export function NewFlow({ flows, onClose }: Props) {
  const { t } = useTranslation(['call-flows', 'common'])
  const { businessId } = useBusiness()
  const navigate = useNavigate()
  const create = useCreateFlow(businessId)
  const { data } = useQuery(flowNumbersQuery(businessId))
  const [name, setName] = useState('')
  const [start, setStart] = useState<Start>('empty')
  const [sourceId, setSource] = useState<string | null>(null)
  const [isTried, setTried] = useState(false)
  const checked = title.safeParse(name)
  const [issue] = checked.error?.issues ?? []
  const numbers = (data?.numbers ?? []).filter(({ state, flow }) => !flow && (state === 'active' || state === 'paused'))
  const offered = starts.filter((one) => one !== 'copy' || flows.length > 0)
  const isComplete = checked.success && (start === 'empty' || sourceId !== null)
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isComplete) return
    const source = sourceId && (start === 'number' ? { numberId: sourceId } : { copyOf: sourceId })
    create.mutate(
      { name: checked.data, ...(source || {}) },
      { onSuccess: ({ flow }) => void navigate({ to: paths.callFlow(businessId, flow._id), replace: true }) },
    )
  }
  const choice =
    start === 'number'
      ? numbers.map(({ _id, phone, label }) => ({
          value: _id,
          label: [`\u2066${formatPhone(phone)}\u2069`, label].filter(Boolean).join(' '),
        }))
      : flows.map((flow) => ({ value: flow._id, label: flow.name }))
  return (
    <Modal opened onClose={onClose} title={t('new')} closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}>
      <form onSubmit={send} noValidate>
        <Stack>
          <TextInput
            data-autofocus
            dir="auto"
            label={t('name')}
            placeholder={t('namePlaceholder')}
            maxLength={NAME_MAX}
            autoComplete="off"
            value={name}
            error={isTried && issue && issueText(issue)}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Radios
            label={t('start.title')}
            value={start}
            options={offered.map((one) => ({
              value: one,
              label: t(`start.${one}`),
              description: t(`start.${one}Text`),
            }))}
            onChange={(chosen) => {
              setStart(chosen)
              setSource(null)
            }}
          />
          {start !== 'empty' && (
            <Select
              key={start}
              searchable
              label={t(start === 'number' ? 'start.chooseNumber' : 'start.chooseFlow')}
              nothingFoundMessage={t(start === 'number' ? 'numbers.noOther' : 'noOtherFlow')}
              data={choice}
              value={sourceId}
              error={isTried && sourceId === null && t('required_field', { ns: 'errors' })}
              onChange={setSource}
            />
          )}
          {create.error && (
            <p className={classes.error} role="alert">
              {create.error.message}
            </p>
          )}
          <DialogFoot onCancel={onClose}>
            <Button type="submit" loading={create.isPending}>
              {t('create')}
            </Button>
          </DialogFoot>
        </Stack>
      </form>
    </Modal>
  )
}
