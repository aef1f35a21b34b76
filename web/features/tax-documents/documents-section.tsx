import { Button, Select } from '@mantine/core'
import { IconDownload, IconPencil } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { documentKinds, documentStates } from '#contract/tax-documents/tax-documents.ts'
import { lazily } from '../../lib/lazy.ts'
import type { Changes } from '../../lib/list-search.ts'
import { useModal } from '../../lib/modal-stack.ts'
import { useSearchState } from '../../lib/search.ts'
import classes from './documents-list.module.css'
import { DocumentsList } from './documents-list.tsx'
import { useSaveExport } from './tax-documents.api.ts'

const CustomerForm = lazily(() => import('./customer-form.tsx'), 'CustomerForm')

const Search = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  kind: z.enum(documentKinds).optional().catch(undefined),
  state: z.enum(documentStates).optional().catch(undefined),
})

/** The documents that the operator issued to the business, below what they are for. */
export function DocumentsSection() {
  const { t } = useTranslation('tax-documents')
  const [search, set] = useSearchState(Search)
  const details = useModal('tax-customer')
  const [isFormNeeded, needForm] = useState(details.opened)
  if (details.opened && !isFormNeeded) needForm(true)
  return (
    <section aria-label={t('title')}>
      <div className={classes.head}>
        <h2 className={classes.title}>{t('title')}</h2>
        <Filters search={search} onChange={(changes) => void set(changes)} />
        <Button variant="default" leftSection={<IconPencil stroke={1.75} aria-hidden />} onClick={details.open}>
          {t('details')}
        </Button>
      </div>
      <DocumentsList search={search} onChange={(changes) => void set(changes)} />
      <Suspense>{isFormNeeded && <CustomerForm opened={details.opened} onClose={details.close} />}</Suspense>
    </section>
  )
}

type FiltersProps = { search: z.output<typeof Search>; onChange: (changes: Changes) => void }
function Filters({ search: { kind, state }, onChange }: FiltersProps) {
  const { t } = useTranslation('tax-documents')
  const saveExport = useSaveExport()
  return (
    <>
      <Select
        aria-label={t('kind')}
        placeholder={t('everyKind')}
        clearable
        value={kind ?? null}
        data={documentKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        onChange={(value) => onChange({ kind: value ?? undefined, page: undefined })}
      />
      <Select
        aria-label={t('columns.state')}
        placeholder={t('everyState')}
        clearable
        value={state ?? null}
        data={documentStates.map((value) => ({ value, label: t(`states.${value}`) }))}
        onChange={(value) => onChange({ state: value ?? undefined, page: undefined })}
      />
      <Button
        variant="default"
        leftSection={<IconDownload stroke={1.75} aria-hidden />}
        loading={saveExport.isPending}
        onClick={() => saveExport.mutate({ ...(kind && { kind }), ...(state && { state }) })}
      >
        {t('export')}
      </Button>
    </>
  )
}
