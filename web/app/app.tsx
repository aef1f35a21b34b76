import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { IdentityPrompt } from './identity-prompt.tsx'
import { Design } from './theme/design.tsx'
import { Toaster } from './toaster.tsx'

type Props = { router: AnyRouter; queryClient: QueryClient; isTest?: boolean }

export const App = ({ router, queryClient, isTest = false }: Props) => (
  <QueryClientProvider client={queryClient}>
    <Design isTest={isTest}>
      <RouterProvider router={router} />
      <Toaster />
      <IdentityPrompt />
    </Design>
  </QueryClientProvider>
)
