import type { Problem } from '#contracts/problem.ts'
import { getErrorMessage } from '../../../lib/api.ts'

/** What is wrong with the answers, by field. */
export type AnswerErrors = { field: string; message: string }[]

/** Reads what is wrong with the answers from the refusal of the server. */
export function readProblem(error: Error): AnswerErrors {
  try {
    const { errors } = JSON.parse(error.message.slice(error.message.indexOf('{'))) as Problem
    if (errors) return errors
  } catch {
    // The message is a text.
  }
  return [{ field: '', message: getErrorMessage(error) }]
}
