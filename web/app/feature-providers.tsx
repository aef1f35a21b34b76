import type { ComponentType, ReactNode } from 'react'

type Provider = ComponentType<{ children: ReactNode }>

const found = import.meta.glob<Provider>('../features/*/provider.tsx', { eager: true, import: 'Provider' })

/** The context providers of features (provider.tsx) for pages of other features. */
export const FeatureProviders = ({ children }: { children: ReactNode }) =>
  Object.entries(found).reduceRight((inner, [file, Provider]) => <Provider key={file}>{inner}</Provider>, children)
