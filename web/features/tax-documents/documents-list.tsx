import { ActionIcon } from '@mantine/core'
import { IconDownload, IconFileInvoice, IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { DocumentKind, DocumentState, TaxDocument } from '#contract/tax-documents/tax-documents.ts'
import { formatDate } from '../../lib/i18n/format.ts'
import type { Changes } from '../../lib/list-search.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { usePageSize } from '../../lib/storage.ts'
import { UserText } from '../../ui/display/user-text.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { ListPager } from '../../ui/list/list-pager.tsx'
import { ListState } from '../../ui/list/list-state.tsx'
import classes from './documents-list.module.css'
import { documentsQuery, useSavePdf, useSendDocument } from './tax-documents.api.ts'

const columns = ['document', 'date', 'for', 'net', 'vat', 'total', 'allocation', 'state'] as const
const amounts: readonly string[] = ['net', 'vat', 'total']
/** Amounts are read from left to right in both languages. */
const sideOf = (column: string) => (amounts.includes(column) ? { dir: 'ltr', 'data-amount': true } : {})
type Search = { page: number; kind?: DocumentKind | undefined; state?: DocumentState | undefined }
type Props = { search: Search; onChange: (changes: Changes) => void }

/** The tax documents that the operator issued to the business. */
export function DocumentsList({ search, onChange }: Props) {
  const { t } = useTranslation('tax-documents')
  const { businessId } = useBusiness()
  const [limit] = usePageSize('tax-documents')
  const { page, kind, state } = search
  const { data, error, refetch } = useQuery(
    documentsQuery(businessId, { page, limit, ...(kind && { kind }), ...(state && { state }) }),
  )
  const isNarrowed = kind !== undefined || state !== undefined
  return (
    <>
      <ListState
        shown={data?.documents.length}
        pagination={data?.pagination}
        error={data ? null : error}
        refetch={() => void refetch()}
        columns={6}
        rows={5}
        onChange={onChange}
        narrowed={
          isNarrowed
            ? { title: t('noMatch'), noFilters: { kind: undefined, state: undefined, page: undefined } }
            : undefined
        }
        none={<EmptyState icon={<IconFileInvoice />} title={t('empty')} text={t('emptyText')} />}
      >
        <table className={classes.documents} aria-label={t('title')}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" {...sideOf(column)}>
                  {t(`columns.${column}`)}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {data?.documents.map((document) => (
              <DocumentRow key={document._id} document={document} />
            ))}
          </tbody>
        </table>
      </ListState>
      {data && data.documents.length > 0 && (
        <div className={classes.pager}>
          <ListPager table="tax-documents" paging={data.pagination} onChange={onChange} />
        </div>
      )}
    </>
  )
}

function DocumentRow({ document }: { document: TaxDocument }) {
  const { t } = useTranslation('tax-documents')
  const { kind, number, issuedOn, description, furtherLines, net, vatRate, vat, total, state, about } = document
  const isCredit = kind === '330'
  const cell = (column: (typeof columns)[number]) => ({
    'data-label': t(`columns.${column}`),
    ...sideOf(column),
  })
  return (
    <tr data-credit={isCredit || undefined}>
      <th scope="row" className={classes.name}>
        {t(`kinds.${kind}`)} <bdi className="tabular">{number}</bdi>
        {about && (
          <span className={classes.second}>{t('about', { kind: t(`kinds.${about.kind}`), number: about.number })}</span>
        )}
      </th>
      <td {...cell('date')} className="tabular">
        {formatDate(`${issuedOn}T12:00:00Z`)}
      </td>
      <td {...cell('for')}>
        <UserText>{description}</UserText>
        {furtherLines > 0 && <span className={classes.second}>{t('furtherLines', { count: furtherLines })}</span>}
      </td>
      <td {...cell('net')}>
        <Amount agorot={net} isCredit={isCredit} />
      </td>
      <td {...cell('vat')} title={vatRate === null ? undefined : t('rate', { rate: vatRate / 100 })}>
        {vatRate === null ? '—' : <Amount agorot={vat} isCredit={isCredit} />}
      </td>
      <td {...cell('total')}>
        <strong>
          <Amount agorot={total} isCredit={isCredit} />
        </strong>
      </td>
      <td {...cell('allocation')}>
        <Allocation document={document} />
      </td>
      <td {...cell('state')}>{isCredit ? t('kinds.330') : t(`states.${state}`)}</td>
      <td className={classes.actions}>
        <Actions document={document} />
      </td>
    </tr>
  )
}

const format = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 })
/** Agorot as shekels with two places, so that columns line up; of a credit with a minus. */
function Amount({ agorot, isCredit }: { agorot: number; isCredit: boolean }) {
  return (
    <bdi dir="ltr" className="tabular">
      {isCredit ? '−' : ''}
      {format.format(agorot / 100)}
    </bdi>
  )
}

function Allocation({ document: { allocation } }: { document: TaxDocument }) {
  const { t } = useTranslation('tax-documents')
  if (allocation.number) return <bdi className="tabular">{allocation.number}</bdi>
  return <span className={classes.second}>{t(`allocations.${allocation.state}`)}</span>
}

/** A document that waits for its allocation number has no PDF yet. */
function Actions({ document: { _id, kind, number, allocation } }: { document: TaxDocument }) {
  const { t } = useTranslation('tax-documents')
  const savePdf = useSavePdf()
  const send = useSendDocument()
  const name = `${t(`kinds.${kind}`)} ${number}`
  if (allocation.state === 'needed') return null
  const sendAgain = () =>
    send.mutate(_id, {
      onSuccess: ({ recipients }) => toast.success(t('sent', { recipients: recipients.join(', ') })),
    })
  return (
    <>
      <ActionIcon aria-label={t('sendOf', { name })} title={t('send')} loading={send.isPending} onClick={sendAgain}>
        <IconMail size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
      <ActionIcon
        aria-label={t('pdfOf', { name })}
        title={t('pdf')}
        loading={savePdf.isPending}
        onClick={() => savePdf.mutate(_id)}
      >
        <IconDownload size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </>
  )
}
