import { FORM_LIMITS } from '#contracts/enquiry/form-limits.ts'
import { badRequest, conflict, HttpProblem, tooManyRequests } from '#server/kernel/http/problem.ts'
import { ATTEMPT_WINDOW_MINUTES } from './limits.ts'

/** 401 that does not tell whether the email address or the password was wrong. */
export const wrongCredentials = () =>
  new HttpProblem(401, 'wrong-login', 'The email address or the password is incorrect.')
/** 401 for a correct password of an account that needs a code as well. */
export const codeRequired = () =>
  new HttpProblem(401, 'code-needed', 'Enter the code from your authenticator app, or a recovery code.')
export const wrongCode = () =>
  new HttpProblem(401, 'wrong-code', 'The code is incorrect or has already been used. Enter the next one.')

const RETRY_AFTER_SECONDS = ATTEMPT_WINDOW_MINUTES * 60
export const tooManyAttempts = () =>
  tooManyRequests(
    `Too many attempts. Wait ${ATTEMPT_WINDOW_MINUTES} minutes and try again.`,
    RETRY_AFTER_SECONDS,
  )
export const tooManyCodes = () =>
  tooManyRequests(
    `Too many wrong codes. Enter a recovery code, or wait ${ATTEMPT_WINDOW_MINUTES} minutes and try again.`,
    RETRY_AFTER_SECONDS,
  )

/** 401 that says why a key which was valid is not any more. */
export const apiKeyExpired = (day: string) =>
  new HttpProblem(401, 'key-expired', `This API key was valid until ${day}. Ask an owner for a new one.`)

/** 410 for a set-password link that is unknown, used or too old. */
export const invalidToken = () =>
  new HttpProblem(
    410,
    'link-gone',
    'This link has expired or has already been used. Ask an owner for a new one.',
  )

/** 400 and not 401, because 401 would end the session. */
export const wrongCurrentPassword = () =>
  new HttpProblem(400, 'wrong-password', 'The current password is incorrect.')
export const wrongEnrolmentCode = () =>
  new HttpProblem(400, 'wrong-code', 'The code is incorrect. Enter the code that the app shows now.')
export const secondFactorAlreadyOn = () => conflict('on-already', 'Two-step verification is already on.')
export const passwordChangedMeanwhile = () =>
  conflict('changed-meanwhile', 'The password was changed in the meantime. Enter the new one.')
export const ownAccountDeleted = () => conflict('gone', 'Your account no longer exists.')

export const emailTaken = () => conflict('taken', 'An account with this email address already exists.')
export const lastOwner = (username: string) =>
  conflict('last-owner', `${username} is the only owner. Make another user an owner first.`)

export const passwordTooShort = () =>
  badRequest(`The password must have at least ${FORM_LIMITS.minPasswordLength} characters.`)
export const passwordTooLong = () =>
  badRequest(`The password can have at most ${FORM_LIMITS.passwordLength} characters.`)
export const weakPassword = () =>
  badRequest('This password is easy to guess. Choose another, for example three unrelated words.')
