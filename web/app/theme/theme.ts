import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

const brand: MantineColorsTuple = [
  '#f5f7ff',
  '#e7edff',
  '#d0dbff',
  '#afc1ff',
  '#879ef9',
  '#5264dd',
  '#4252d1',
  '#3642b5',
  '#28328d',
  '#1a2261',
]
const gray: MantineColorsTuple = [
  '#fafafc',
  '#f5f5f9',
  '#e9e9f0',
  '#d9d9e3',
  '#cfcfdc',
  '#8e8ea3',
  '#656579',
  '#4f4f63',
  '#363642',
  '#1a1a24',
]
const dark: MantineColorsTuple = [
  '#ededf2',
  '#b4b4c2',
  '#9292a4',
  '#6a6a7c',
  '#363642',
  '#26262f',
  '#1e1e25',
  '#17171c',
  '#0f0f13',
  '#0b0b0f',
]
const red: MantineColorsTuple = [
  '#fff5f3',
  '#ffedea',
  '#ffd5d0',
  '#ffb0a9',
  '#f37c74',
  '#c6423e',
  '#c6423e',
  '#a93a37',
  '#89312f',
  '#5c201f',
]

const FONT = 'var(--font)'
const popover = { duration: 160, transition: 'pop' } as const

/** A dialog's header is not the page's banner landmark. */
const notBanner = { header: { role: 'presentation' } }

/** Mantine's theme; all other tokens are in theme.css, overrides in mantine.css. */
export const theme = createTheme({
  colors: { brand, gray, dark, red },
  primaryColor: 'brand',
  primaryShade: { light: 6, dark: 5 },
  black: '#1a1a24',
  fontFamily: FONT,
  headings: {
    fontFamily: FONT,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.75rem' },
      h2: { fontSize: '0.9375rem', lineHeight: '1.25rem' },
      h3: { fontSize: '0.875rem', lineHeight: '1.25rem' },
    },
  },
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.9375rem', lg: '1.125rem', xl: '1.25rem' },
  lineHeights: { xs: '1.334', sm: '1.4286', md: '1.3334', lg: '1.4445', xl: '1.4' },
  spacing: {
    xs: 'var(--space-8)',
    sm: 'var(--space-12)',
    md: 'var(--space-16)',
    lg: 'var(--space-20)',
    xl: 'var(--space-24)',
  },
  radius: {
    xs: 'var(--radius-check)',
    sm: 'var(--radius-pill)',
    md: 'var(--radius-control)',
    lg: 'var(--radius-sheet)',
    xl: 'var(--radius-popover)',
  },
  defaultRadius: 'md',
  breakpoints: { xs: '22.5em', sm: '48em', md: '62em', lg: '75em', xl: '90em' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  shadows: { sm: 'var(--shadow-1)', md: 'var(--shadow-2)', lg: 'var(--shadow-3)' },
  // Plain objects are used, because importing the components here would load all of them with the first page.
  components: {
    Button: { defaultProps: { size: 'sm' } },
    ActionIcon: { defaultProps: { variant: 'subtle', size: 'md' } },
    Input: { defaultProps: { size: 'sm' } },
    Checkbox: { defaultProps: { size: 'xs' } },
    Popover: { defaultProps: { transitionProps: popover } },
    Menu: { defaultProps: { transitionProps: popover, position: 'bottom-end', withInitialFocusPlaceholder: false } },
    Select: { defaultProps: { comboboxProps: { transitionProps: popover } } },
    Tooltip: { defaultProps: { openDelay: 400, transitionProps: { duration: 120 } } },
    Modal: { defaultProps: { transitionProps: { duration: 160 }, centered: true, attributes: notBanner } },
    Drawer: { defaultProps: { transitionProps: { duration: 200 }, attributes: notBanner } },
  },
})

const shared = {
  '--mantine-color-body': 'var(--frame)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-3)',
  '--mantine-color-placeholder': 'var(--ink-3)',
  '--mantine-color-anchor': 'var(--brand-text)',
  '--mantine-color-error': 'var(--red-text)',
  '--mantine-color-default': 'var(--sheet)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line-2)',
  '--mantine-color-brand-filled': 'var(--brand-fill)',
  '--mantine-color-brand-filled-hover': 'var(--brand-fill-hover)',
  '--mantine-color-brand-light': 'var(--brand-tint)',
  '--mantine-color-brand-light-hover': 'var(--brand-tint-hover)',
  '--mantine-color-brand-light-color': 'var(--brand-text)',
  '--mantine-color-brand-outline': 'var(--brand-text)',
  '--mantine-color-red-light': 'var(--red-tint)',
  '--mantine-color-red-light-color': 'var(--red-text)',
}

/** Maps Mantine's colour variables to the tokens, so that values are defined once. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({ variables: {}, light: shared, dark: shared })
