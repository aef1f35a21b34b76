import { TextInput } from '@mantine/core'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { changeLanguage } from '../../lib/i18n/i18n.ts'
import { renderPage } from '../../testing/render.tsx'
import { changedFields, useEditForm } from './use-edit-form.ts'

/** Loaded with the name Dana each time that it is shown. */
function NameForm() {
  const { form, discard, settle } = useEditForm({
    id: 'name',
    initialValues: { name: 'Dana' },
    changesIn: changedFields,
  })
  return (
    <form onSubmit={form.onSubmit(settle)}>
      <TextInput label="Name" {...form.getInputProps('name')} />
      <button type="submit">Save</button>
      <button type="button" onClick={discard}>
        Undo
      </button>
    </form>
  )
}
const field = () => screen.getByLabelText<HTMLInputElement>('Name')
/** The page is built again, with what it keeps. */
async function rebuilt(language: 'en' | 'he') {
  const before = field()
  await act(() => changeLanguage(language))
  await waitFor(() => expect(field()).not.toBe(before))
  return field().value
}

it.each(['Save', 'Undo'])('what was typed before a change of language does not come back after %s', async (name) => {
  const { user } = await renderPage(<NameForm />)
  await user.type(field(), ' Levi')
  expect(await rebuilt('he')).toBe('Dana Levi')
  await user.click(screen.getByRole('button', { name }))
  expect(await rebuilt('en')).toBe('Dana')
})
