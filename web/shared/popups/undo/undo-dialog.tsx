import { Button, Group, Modal } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldValue, isOwnFieldName } from '#contract/lead-fields/own-fields.ts'
import type { UndoPreview } from '#contract/leads/operations.ts'
import { formatNumber } from '../../../lib/i18n/format.ts'
import { Money } from '../../../ui/display/money.tsx'
import { Phone } from '../../../ui/display/phone.tsx'
import { UserText } from '../../../ui/display/user-text.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { OwnValue } from '../../own-fields/own-value.tsx'
import { undoPreviewQuery, useUndoOperation } from './undo.api.ts'
import classes from './undo-dialog.module.css'

type Props = {
  businessId: string
  operationId: string
  /** The operation is an undo: its undo does the action again. */
  isUndo: boolean
  /** Of messages to many leads: the undo stops those that were not sent yet. */
  isOfMessages?: boolean | undefined
  onClose: () => void
}

/** Says what an undo would restore and what it would leave as it is, and undoes. */
export function UndoDialog({ businessId, operationId, isUndo, isOfMessages = false, onClose }: Props) {
  const { t } = useTranslation('operations')
  const { t: common } = useTranslation()
  const { data, error, refetch } = useQuery(undoPreviewQuery(businessId, operationId))
  const undo = useUndoOperation(businessId)
  const confirm = () =>
    undo.mutate(operationId, {
      onSuccess: ({ operation, leftCount }) => {
        onClose()
        const isWhole = operation.state === 'done' && leftCount === 0
        const isInPart = operation.done > 0 || Object.keys(data?.changes ?? {}).length > 0
        if (operation.state === 'failed') toast.error(t('preview.failed'))
        else if (isOfMessages) toast.info(t(stoppedText(operation.done)))
        else if (isWhole) toast.success(t('preview.done'))
        else toast.info(t(isInPart ? 'preview.doneInPart' : 'preview.nothingDone'))
      },
    })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(titleOf(isUndo, isOfMessages))}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <div className={classes.parts}>
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!error && !data && <SkeletonRows rows={3} columns={1} />}
        {data && (isOfMessages ? <Unsent preview={data} /> : <Preview preview={data} />)}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {common('close')}
          </Button>
          <Button disabled={!data || !isAny(data)} loading={undo.isPending} data-autofocus onClick={confirm}>
            {t(isOfMessages ? 'stopUnsent' : 'undo')}
          </Button>
        </Group>
      </div>
    </Modal>
  )
}

const stoppedText = (done: number) => (done > 0 ? 'preview.stopped' : 'preview.noneWaits')
const titleOf = (isUndo: boolean, isOfMessages: boolean) => {
  if (isOfMessages) return 'preview.stop'
  return isUndo ? 'preview.again' : 'preview.title'
}
const isAny = ({ restored, changes }: UndoPreview) => restored > 0 || Object.keys(changes).length > 0

function Unsent({ preview: { restored } }: { preview: UndoPreview }) {
  const { t } = useTranslation('operations')
  return (
    <>
      <p className={classes.total}>
        {restored > 0 ? t('preview.stops', { count: restored, total: formatNumber(restored) }) : t('preview.noneWaits')}
      </p>
      <p className={classes.hint}>{t('preview.sent')}</p>
    </>
  )
}

function Preview({ preview }: { preview: UndoPreview }) {
  const { t } = useTranslation('operations')
  const { restored, left, leftCount, changes, ownFields } = preview
  const fields = Object.entries(changes)
  const isOfFields = fields.length > 0
  const kept = left.flatMap((one) => one.fields ?? [])
  const nameOf = (field: string) => ownFields[field]?.name ?? t(`field.${isOwnFieldName(field) ? 'own' : field}`)
  return (
    <>
      {isOfFields ? (
        <Part title={t('preview.fields')}>
          {fields.map(([field, [now, then]]) => (
            <li key={field} className={classes.field}>
              <span className={classes.name}>{nameOf(field)}</span>
              <Value field={field} value={now} own={ownFields[field]} />
              <IconArrowRight size={14} stroke={1.75} data-mirror aria-label={t('preview.to')} />
              <Value field={field} value={then} own={ownFields[field]} />
            </li>
          ))}
        </Part>
      ) : (
        <p className={classes.total}>
          {isAny(preview)
            ? t('preview.restores', { count: restored, total: formatNumber(restored) })
            : t('preview.nothing')}
        </p>
      )}
      {leftCount > 0 && (
        <Part
          title={
            kept.length > 0
              ? t('preview.left')
              : t('preview.leftCount', { count: leftCount, total: formatNumber(leftCount) })
          }
        >
          {left.map(({ leadId, name, reason, fields: ofLead }) => (
            <li key={leadId}>
              {ofLead ? ofLead.map(nameOf).join(', ') : name ? <UserText>{name}</UserText> : t('nameless')}
              {' – '}
              {t(`reason.${reason}`)}
            </li>
          ))}
          {leftCount > left.length && (
            <li>{t('further', { count: leftCount - left.length, total: formatNumber(leftCount - left.length) })}</li>
          )}
        </Part>
      )}
      <p className={classes.hint}>{t('preview.sent')}</p>
    </>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3 className={classes.head}>{title}</h3>
    <ul className={classes.list}>{children}</ul>
  </section>
)

type ValueProps = { field: string; value: unknown; own: UndoPreview['ownFields'][string] | undefined }
/** A value as the history shows it: names in place of ids, money in agorot. */
function Value({ field, value, own }: ValueProps) {
  const { t } = useTranslation('operations')
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return <span className={classes.none}>{t(field === 'assignedTo' ? 'preview.unassigned' : 'preview.empty')}</span>
  const given = own && FieldValue.safeParse(value).data
  if (own && given !== undefined)
    return <OwnValue field={{ type: own.type, options: [], unit: null }} value={given} cut />
  if (field === 'value' && typeof value === 'number') return <Money agorot={value} />
  const texts = Array.isArray(value) ? value.map(String) : [String(value)]
  if (field === 'phone') return <Phone number={texts.join()} />
  return texts.map((text) => (
    <bdi key={text} className={classes.value} dir={field === 'email' ? 'ltr' : 'auto'}>
      {text}
    </bdi>
  ))
}
