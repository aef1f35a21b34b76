import type { ComponentType, ReactNode } from 'react'
import { PagesProvider } from '../shared/pages.ts'
import { pages } from './page-table.ts'

type Provider = ComponentType<{ children: ReactNode }>

const found = import.meta.glob<Provider>('../features/*/provider.tsx', { eager: true, import: 'Provider' })

/** The context providers of features (provider.tsx) for pages of other features, and the table of pages. */
export const FeatureProviders = ({ children }: { children: ReactNode }) => (
  <PagesProvider value={pages}>
    {Object.entries(found).reduceRight(
      (inner, [file, Provider]) => (
        <Provider key={file}>{inner}</Provider>
      ),
      children,
    )}
  </PagesProvider>
)
