import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderPage } from '../testing/render.tsx'
import { CodeInput } from './code-input.tsx'
import { initialsOf } from './initials.ts'
import { NewPill } from './new-pill.tsx'
import { passwordStrength } from './password-strength.ts'
import { Picture } from './picture.tsx'
import { TypedConfirm } from './typed-confirm.tsx'

describe('initials', () => {
  it.each([
    ['שירה בן־דוד', 'שב'],
    ['  maya   tomer  abramov ', 'MA'],
    ['Cher', 'C'],
    ['😀 Smile', '😀S'],
    ['', ''],
  ])('of %s are %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials)
  })
})

describe('the strength of a password', () => {
  it.each([
    ['short7!', 0],
    ['aaaaaaaaaaaaaaaaaa', 1],
    ['lowercase', 1],
    ['lowercase12', 2],
    ['Correct-Horse-7', 4],
    ['סיסמה ארוכה מאוד 12', 4],
  ])('%s: %i', (password, strength) => {
    expect(passwordStrength(password)).toBe(strength)
  })
})

describe('a picture', () => {
  it('shows only what has an address of its own', async () => {
    const { container } = await renderPage(
      <>
        <Picture id="1" name="Garden" image="https://img.test/a.png" />
        <Picture id="2" name="אלון" image="logo.png" />
      </>,
    )
    expect([...container.querySelectorAll('img')].map((image) => image.src)).toEqual(['https://img.test/a.png'])
    screen.getByText('א')
  })
})

describe('the pill of new things', () => {
  it('appears with the first of them and shows them when pressed', async () => {
    const onClick = vi.fn()
    const { user } = await renderPage(<NewPill count={3} onClick={onClick} />)
    await user.click(screen.getByRole('button', { name: '3 new' }))
    expect(onClick).toHaveBeenCalledTimes(1)
  })

  it('is not there while nothing is new', async () => {
    await renderPage(<NewPill count={0} onClick={() => undefined} />)
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('boxes for a code', () => {
  it('take a whole code at once, left to right in Hebrew too', async () => {
    const onComplete = vi.fn()
    const { user, container } = await renderPage(
      <CodeInput length={6} value="" label="Code" onChange={() => undefined} onComplete={onComplete} />,
      { language: 'he' },
    )
    expect(container.querySelector('[dir="ltr"]')?.querySelectorAll('input:not([type="hidden"])')).toHaveLength(6)
    expect(container.querySelector('[autocomplete="one-time-code"]')).not.toBeNull()
    await user.click(screen.getAllByRole('textbox')[0] as HTMLElement)
    await user.paste('123456')
    expect(onComplete).toHaveBeenCalledWith('123456')
  })
})

describe('a confirmation by typing', () => {
  it('needs the very name', async () => {
    const onConfirm = vi.fn()
    const { user } = await renderPage(
      <TypedConfirm
        opened
        title="Delete"
        text="For good"
        word="מטבחים"
        action="Delete for good"
        onConfirm={onConfirm}
        onClose={() => undefined}
      />,
    )
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Delete for good' })
    await user.type(screen.getByRole('textbox'), 'מטבח{Enter}')
    expect(button.disabled).toBe(true)
    await user.type(screen.getByRole('textbox'), 'ים')
    await user.click(button)
    expect(onConfirm).toHaveBeenCalledTimes(1)
  })
})
