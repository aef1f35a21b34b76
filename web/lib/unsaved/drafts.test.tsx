import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { changeLanguage } from '../i18n/i18n.ts'
import { dropDrafts, useDraft } from './drafts.ts'

function NoteForm() {
  const form = useForm({ initialValues: { note: '', password: '' } })
  const { drop } = useDraft('note', form, { omit: ['password'] })
  return (
    <form onSubmit={form.onSubmit(drop)}>
      <TextInput label="Note" {...form.getInputProps('note')} />
      <TextInput label="Password" {...form.getInputProps('password')} />
      <button type="submit">Send</button>
    </form>
  )
}
const typedInto = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value

it('keeps what was typed when the language changes, but no password', async () => {
  const { user } = await renderPage(<NoteForm />)
  await user.type(screen.getByLabelText('Note'), 'Call back')
  await user.type(screen.getByLabelText('Password'), 'secret')
  const before = screen.getByLabelText('Note')
  await act(() => changeLanguage('he'))
  await waitFor(() => expect(screen.getByLabelText('Note')).not.toBe(before))
  expect([typedInto('Note'), typedInto('Password')]).toEqual(['Call back', ''])
})

it('forgets what was sent', async () => {
  const { user } = await renderPage(<NoteForm />)
  await user.type(screen.getByLabelText('Note'), 'Sent')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await act(() => changeLanguage('he'))
  await waitFor(() => expect(typedInto('Note')).toBe(''))
})

function LongForm() {
  const form = useForm({ initialValues: { note: '', file: '' } })
  const { drop } = useDraft('long', form, { lasting: { files: ['file'] } })
  return (
    <form onSubmit={form.onSubmit(drop)}>
      <TextInput label="Note" {...form.getInputProps('note')} />
      <TextInput label="File" {...form.getInputProps('file')} />
      <button type="submit">Send</button>
    </form>
  )
}
/** Simulates a reload, which clears the memory of the page. */
async function reload({ unmount }: { unmount: () => void }) {
  window.dispatchEvent(new Event('pagehide'))
  unmount()
  dropDrafts()
  return renderPage(<LongForm />)
}

it('of a long form keeps what was typed when the page is loaded again, but no file; once sent it is forgotten', async () => {
  const page = await renderPage(<LongForm />)
  await page.user.type(screen.getByLabelText('Note'), 'Half a campaign')
  await page.user.type(screen.getByLabelText('File'), 'a picture')
  const again = await reload(page)
  expect([typedInto('Note'), typedInto('File')]).toEqual(['Half a campaign', ''])
  await again.user.click(screen.getByRole('button', { name: 'Send' }))
  await reload(again)
  expect(typedInto('Note')).toBe('')
})
