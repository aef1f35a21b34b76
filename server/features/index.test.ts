import { expect, test } from 'vitest'
import { firstSteps } from '#contract/first-steps.ts'
import { templateNames } from '#contract/notifications/message-templates.ts'
import { registered } from './index.ts'

// Types do not show a key that no feature registers.
test('every check of identity, message example, first step and screen of callers is registered', () => {
  const { identity, messageExamples, screenCaller, findScreenedCaller } = registered
  expect(Object.keys(identity).sort()).toEqual([
    'confirm',
    'dropLink',
    'dropPasskey',
    'dropTwoFactor',
    'isMailedTo',
    'requireCode',
  ])
  expect(Object.keys(messageExamples).sort()).toEqual([...templateNames].sort())
  expect(Object.keys(registered.firstSteps).sort()).toEqual([...firstSteps].sort())
  expect(screenCaller).toBeTypeOf('function')
  expect(findScreenedCaller).toBeTypeOf('function')
})
