import { Button, Modal, Select, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Bank, bankCodes, banks, isBank, isBankAccount } from '#contract/billing/bank-accounts.ts'
import { DialogFoot } from '../../ui/layout/dialog-foot.tsx'
import { useAddMethod } from './billing.api.ts'
import classes from './billing-page.module.css'

/** The bank account of a standing order, checked by its bank's rule before the bank's page opens. */
export function BankDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation('billing')
  const { t: common } = useTranslation()
  const [bank, setBank] = useState<Bank>()
  const [branch, setBranch] = useState('')
  const [account, setAccount] = useState('')
  const [problem, setProblem] = useState<string>()
  const add = useAddMethod()
  const language = i18n.language === 'he' ? 'he' : 'en'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const digits = account.replaceAll('-', '').trim()
    if (!bank || !isBankAccount({ bank, branch: branch.trim(), account: digits })) return setProblem(t('wrongAccount'))
    setProblem(undefined)
    add.mutate({ kind: 'bank', bank, branch: branch.trim(), account: digits })
  }
  return (
    <Modal opened onClose={onClose} title={t('addBank')} closeButtonProps={{ 'aria-label': common('close') }}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <p className={classes.notice}>{t('bankText')}</p>
          <Select
            label={t('bank')}
            searchable
            value={bank ?? null}
            data={bankCodes.map((code) => ({
              value: code,
              label: t('bankLine', { code, name: banks[code][language] }),
            }))}
            onChange={(value) => setBank(value && isBank(value) ? value : undefined)}
          />
          <TextInput
            label={t('branch')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
            value={branch}
            onChange={(event) => setBranch(event.currentTarget.value)}
          />
          <TextInput
            label={t('account')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={12}
            value={account}
            error={problem ?? add.error?.message}
            onChange={(event) => setAccount(event.currentTarget.value)}
          />
          <DialogFoot onCancel={onClose}>
            <Button type="submit" loading={add.isPending || add.isSuccess}>
              {t('toBank')}
            </Button>
          </DialogFoot>
        </Stack>
      </form>
    </Modal>
  )
}
