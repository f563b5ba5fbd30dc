import { DEFAULT_LANGUAGE, type Language } from '#messages/language.ts'
import type { Api } from './api.ts'

/** Returns an API whose public reads have the texts of the content in a language, where they are translated. */
export const createLocalizedApi = (api: Api, language: Language): Api =>
  language === DEFAULT_LANGUAGE
    ? api
    : (path, init) => api(`${path}${path.includes('?') ? '&' : '?'}language=${language}`, init)
