import { Button, Select } from '@mantine/core'
import { IconDownload, IconPencil } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { documentKinds, documentStates } from '#contract/tax-documents/tax-documents.ts'
import { lazily } from '../../lib/lazy.ts'
import { useModal } from '../../lib/modal-stack.ts'
import { useSearchState } from '../../lib/search.ts'
import { Page } from '../../ui/layout/page.tsx'
import { DocumentsList } from './documents-list.tsx'
import { useSaveExport } from './tax-documents.api.ts'

const CustomerForm = lazily(() => import('./customer-form.tsx'), 'CustomerForm')

const Search = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  kind: z.enum(documentKinds).optional().catch(undefined),
  state: z.enum(documentStates).optional().catch(undefined),
})

/** Documents of billing, until they are a section of the billing page. */
export function DocumentsPage() {
  const { t } = useTranslation('tax-documents')
  const [search, set] = useSearchState(Search)
  const { kind, state } = search
  const details = useModal('tax-customer')
  const [isFormNeeded, needForm] = useState(details.opened)
  if (details.opened && !isFormNeeded) needForm(true)
  const saveExport = useSaveExport()
  return (
    <Page
      title={t('title')}
      context={t('text')}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconDownload stroke={1.75} aria-hidden />}
            loading={saveExport.isPending}
            onClick={() => saveExport.mutate({ ...(kind && { kind }), ...(state && { state }) })}
          >
            {t('export')}
          </Button>
          <Button variant="default" leftSection={<IconPencil stroke={1.75} aria-hidden />} onClick={details.open}>
            {t('details')}
          </Button>
        </>
      }
      toolbar={
        <>
          <Select
            aria-label={t('kind')}
            placeholder={t('everyKind')}
            clearable
            value={kind ?? null}
            data={documentKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
            onChange={(value) => void set({ kind: (value ?? undefined) as typeof kind, page: undefined })}
          />
          <Select
            aria-label={t('columns.state')}
            placeholder={t('everyState')}
            clearable
            value={state ?? null}
            data={documentStates.map((value) => ({ value, label: t(`states.${value}`) }))}
            onChange={(value) => void set({ state: (value ?? undefined) as typeof state, page: undefined })}
          />
        </>
      }
    >
      <DocumentsList search={search} onChange={(changes) => void set(changes)} />
      <Suspense>{isFormNeeded && <CustomerForm opened={details.opened} onClose={details.close} />}</Suspense>
    </Page>
  )
}
