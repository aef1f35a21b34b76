import { paths } from '../../lib/paths.ts'
import { lazyPage, type Page } from '../../shared/pages.ts'

export const authPages: readonly Page[] = [
  {
    path: paths.login,
    bare: true,
    texts: ['auth'],
    component: lazyPage(() => import('./login-page.tsx'), 'LoginPage'),
  },
  {
    path: paths.register,
    bare: true,
    texts: ['auth'],
    component: lazyPage(() => import('./register-page.tsx'), 'RegisterPage'),
  },
  {
    path: paths.recoverPassword,
    unframed: true,
    texts: ['auth'],
    component: lazyPage(() => import('./recover-password-page.tsx'), 'RecoverPasswordPage'),
  },
  {
    path: paths.google,
    unframed: true,
    texts: ['google-sign-in', 'auth'],
    component: lazyPage(() => import('./google-page.tsx'), 'GooglePage'),
  },
  {
    path: paths.verifyPhone,
    access: 'user',
    bare: true,
    pending: true,
    texts: ['auth'],
    component: lazyPage(() => import('./verify-phone-page.tsx'), 'VerifyPhonePage'),
  },
  {
    path: paths.confirmEmail,
    unframed: true,
    texts: ['confirm-email', 'auth'],
    component: lazyPage(() => import('./confirm-email-page.tsx'), 'ConfirmEmailPage'),
  },
]
