import { setIn } from '#contracts/site-content-fields.ts'
import { expectOk, type Json, jsonBody, type SiteFetch } from './http-client.ts'

export const CONTENT_PATH = '/api/site-content'

/** Changes one field of the stored site content and saves it. Returns the response body. */
export async function saveContentField(by: SiteFetch, path: string, value: unknown): Promise<Json> {
  const { content, revision } = await expectOk(by(`${CONTENT_PATH}/edited`))
  return expectOk(by(CONTENT_PATH, jsonBody('PUT', { content: setIn(content, path, value), revision })))
}
