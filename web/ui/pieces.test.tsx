import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { PaymentPopup } from '../shared/popups/payment-popup.tsx'
import { ThankYouPopup } from '../shared/popups/thank-you-popup.tsx'
import { renderPage } from '../testing/render.tsx'
import { imageSource } from './display/image-source.ts'
import { initialsOf } from './display/initials.ts'
import { PersonAvatar } from './display/person-avatar.tsx'
import { Picture } from './display/picture.tsx'
import { FadeIn } from './feedback/fade-in.tsx'
import { CodeInput } from './forms/code-input.tsx'
import { DayInput } from './forms/day-input.tsx'
import { passwordStrength } from './forms/password-strength.ts'
import { TypedConfirm } from './forms/typed-confirm.tsx'
import { NewPill } from './list/new-pill.tsx'

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
  const initialsIn = (container: HTMLElement) =>
    [...container.querySelectorAll('[data-initials]')].map((one) => one.getAttribute('data-initials'))
  const sources = (container: HTMLElement) =>
    [...container.querySelectorAll('img')].map((image) => image.getAttribute('src'))

  it('takes a URL, an upload or a bundled image; else it shows a letter', async () => {
    const { container } = await renderPage(
      <>
        <Picture id="1" name="Garden" image="https://img.test/a.png" />
        <Picture id="2" name="Roof" image={`/api/image/${'0'.repeat(40)}.webp`} />
        <Picture id="3" name="Alon" image="logo-alon.svg" />
        <Picture id="4" name="אלון" image="no-such-logo.png" />
        <Picture id="5" name="Walls" image={null} />
        <PersonAvatar name="שירה בן־דוד" image="//elsewhere.test/x.png" />
      </>,
    )
    expect(sources(container)).toEqual([
      'https://img.test/a.png',
      `/api/image/${'0'.repeat(40)}.webp`,
      '/images/logo-alon.svg',
    ])
    for (const placeholder of ['א', 'W']) screen.getByText(placeholder)
    expect(initialsIn(container)).toEqual(['שב'])
  })

  it('that fails shows its placeholder until another one is chosen', async () => {
    const shown = (image: string) => (
      <>
        <Picture id="1" name="Garden" image={image} />
        <PersonAvatar name="Dana Levi" image={image} />
      </>
    )
    const { container, rerender } = render(shown('https://img.test/gone.png'))
    for (const image of container.querySelectorAll('img')) fireEvent.error(image)
    expect(sources(container)).toEqual([])
    screen.getByText('G')
    expect(initialsIn(container)).toEqual(['DL'])
    rerender(shown('https://img.test/new.png'))
    expect(sources(container)).toEqual(['https://img.test/new.png', 'https://img.test/new.png'])
  })

  it('that is bundled exists', () => {
    for (const file of ['logo-alon.svg', 'logo-white-studio.svg', 'campaign-kitchens.svg'])
      expect(Object.keys(import.meta.glob('../public/images/*.svg'))).toContain(`../public${imageSource(file)}`)
  })
})

describe('the pill of new rows', () => {
  it('appears with the first new row and shows the rows when pressed', async () => {
    const onClick = vi.fn()
    const { user } = await renderPage(<NewPill count={3} onClick={onClick} />)
    await user.click(screen.getByRole('button', { name: '3 new' }))
    expect(onClick).toHaveBeenCalledTimes(1)
  })

  it('is hidden without new rows', async () => {
    await renderPage(<NewPill count={0} onClick={() => undefined} />)
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('code input', () => {
  it('focuses the first box', async () => {
    await renderPage(<CodeInput length={6} value="" label="Code" onChange={() => undefined} onComplete={vi.fn()} />)
    await expect.poll(() => document.activeElement).toBe(screen.getAllByRole('textbox')[0])
  })

  it('takes a pasted code, left to right in Hebrew, too', async () => {
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
  it('needs the exact name', async () => {
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

describe('the thank-you popup', () => {
  it.each([
    ['en', 'Thank you for your selection!', 'Your response has been recorded.', 'Close'],
    ['he', 'תודה על הבחירה!', 'התשובה נרשמה.', 'סגירה'],
  ] as const)('thanks in %s and closes', async (language, title, text, close) => {
    const onClose = vi.fn()
    const { user } = await renderPage(<ThankYouPopup opened onClose={onClose} />, { language })
    await screen.findByRole('heading', { name: title })
    screen.getByText(text)
    await user.click(screen.getByRole('button', { name: close }))
    expect(onClose).toHaveBeenCalledTimes(1)
  })
})

it('a day is picked from a calendar', async () => {
  const onChange = vi.fn()
  const { user } = await renderPage(<DayInput label="Start" defaultDate="2026-03-01" onChange={onChange} />)
  await user.click(screen.getByRole('button', { name: 'Start' }))
  await user.click(await screen.findByRole('button', { name: /^17 March 2026/ }))
  expect(onChange).toHaveBeenCalledWith('2026-03-17')
})

it('the payment popup cannot be closed', async () => {
  const { user } = await renderPage(<PaymentPopup />)
  await screen.findByRole('heading', { name: 'Payment required' })
  await user.keyboard('{Escape}')
  screen.getByRole('dialog', { name: 'Payment required' })
})

it('visible content fades in; other content is hidden', async () => {
  const { container } = await renderPage(
    <>
      <FadeIn visible>seen</FadeIn>
      <FadeIn visible={false}>unseen</FadeIn>
    </>,
  )
  expect([...container.querySelectorAll('.fade')].map((box) => box.hasAttribute('data-visible'))).toEqual([true, false])
})
