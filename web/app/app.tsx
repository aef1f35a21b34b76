import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { Design } from './design.tsx'
import { Toaster } from './toaster.tsx'

export const App = ({ router, queryClient }: { router: AnyRouter; queryClient: QueryClient }) => (
  <QueryClientProvider client={queryClient}>
    <Design>
      <RouterProvider router={router} />
      <Toaster />
    </Design>
  </QueryClientProvider>
)
