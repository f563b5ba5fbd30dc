import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import {
  TRANSLATION_STATE_NAMES,
  TranslationBody,
  TranslationProgress,
  TranslationQuery,
  TranslationRow,
  type TranslationState,
} from '#contracts/translation/translation.ts'
import { LANGUAGES, TRANSLATED_LANGUAGES } from '#messages/language.ts'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type Clock, toIso } from '#server/kernel/clock.ts'
import { type Events, memoizeUntilChange } from '#server/kernel/events.ts'
import type { Guard } from '#server/kernel/http/guard.ts'
import { conflict } from '#server/kernel/http/problem.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import { fold } from '#server/kernel/text.ts'
import type { TextSource } from '#server/kernel/translation.ts'
import { findTranslation, type StoredTranslation, writeTranslation } from './store.ts'
import { listTexts, type Text } from './texts.ts'
import type { Translator } from './translator.ts'

interface TranslationDeps {
  db: Db
  clock: Clock
  events: Events
  guard: Guard
  translator: Translator
  /** In the order of the screen. */
  textSources: readonly TextSource[]
}

const AUDITED_LENGTH = 100

const getState = (stored: StoredTranslation | undefined): TranslationState =>
  stored ? (stored.isReviewed ? 'done' : 'unreviewed') : 'missing'

/** Registers the routes with which staff translate what they have written (decision 0248). */
export async function translationRoutes(app: FastifyInstance, deps: TranslationDeps): Promise<void> {
  const { db, clock, events, guard, translator, textSources } = deps
  const route = createRouter(app, { guard, tag: 'site' })
  const readTexts = memoizeUntilChange(events, () => listTexts(textSources))

  route(
    'GET /api/translations',
    {
      permission: 'settings.edit',
      summary:
        'The texts of the content with their translations into a language. X-Total-Count: how many match',
      query: TranslationQuery,
      reply: z.array(TranslationRow),
    },
    async ({ query }, reply) => {
      const translations = (await translator.read()).get(query.language)!
      const all = query.document ? await listTexts(textSources, query.document) : await readTexts()
      const words = fold(query.search ?? '')
      const matching = all.filter(
        ({ source, group }) =>
          (!query.group || group === query.group) &&
          (!query.state || getState(translations.get(source)) === query.state) &&
          (!words || fold(`${source} ${translations.get(source)?.translation ?? ''}`).includes(words)),
      )
      reply.header('x-total-count', matching.length)
      const page = matching.slice(query.offset, query.offset + query.limit)
      return Promise.all(page.map((text) => toRow(text, translations)))
    },
  )

  route(
    'GET /api/translations/progress',
    {
      permission: 'settings.edit',
      summary: 'How many texts of the content are translated into each language',
      reply: TranslationProgress,
    },
    async () => {
      const [texts, translations] = [await readTexts(), await translator.read()]
      const count = (state: TranslationState, language: (typeof TRANSLATED_LANGUAGES)[number]) =>
        texts.filter(({ source }) => getState(translations.get(language)?.get(source)) === state).length
      return {
        texts: texts.length,
        languages: Object.fromEntries(
          TRANSLATED_LANGUAGES.map((language) => [
            language,
            { done: count('done', language), unreviewed: count('unreviewed', language) },
          ]),
        ) as TranslationProgress['languages'],
      }
    },
  )

  route(
    'PUT /api/translations',
    {
      permission: 'settings.edit',
      summary: 'Save a translation, which visitors read at once, or remove it',
      body: TranslationBody,
      reply: z.object({ state: z.enum(TRANSLATION_STATE_NAMES) }),
    },
    async ({ actor, body: { previous, isLabel, ...body } }) => {
      await inTransaction(db, async (tx) => {
        const stored = await findTranslation(tx, body)
        if (previous !== undefined && stored !== previous && stored !== body.translation)
          throw conflict(
            'translated-meanwhile',
            'Somebody else has translated this text meanwhile. Load the page again to see it.',
          )
        const at = toIso(clock())
        await writeTranslation(tx, {
          ...body,
          is_label: isLabel ? 1 : 0,
          is_reviewed: 1,
          updated_at: at,
          by_name: actor.name,
        })
        await writeAuditEntry(tx, actor, {
          at,
          action: body.translation ? 'changed' : 'deleted',
          subject: 'translation',
          subjectId: body.language,
          subjectName: body.source.slice(0, AUDITED_LENGTH),
          detail: `${LANGUAGES[body.language].name}: ${body.translation.slice(0, AUDITED_LENGTH)}`,
        })
      })
      // Names of items are translated, too.
      events.emit('content-changed')
      return { state: body.translation ? ('done' as const) : ('missing' as const) }
    },
  )

  async function toRow(
    { source, group, uses, useCount }: Text,
    translations: ReadonlyMap<string, StoredTranslation>,
  ): Promise<TranslationRow> {
    const stored = translations.get(source)
    return {
      source,
      group,
      translation: stored?.translation ?? '',
      state: getState(stored),
      uses: uses.map(({ documentName, label, ...use }) => ({
        label: `${documentName}: ${label}`,
        group: use.group,
        document: use.document,
      })),
      useCount,
      previous: stored ? null : await findPrevious(uses[0]!, translations),
    }
  }

  /** The newest translated text that stood at a place before. */
  async function findPrevious(
    place: Text['uses'][number],
    translations: ReadonlyMap<string, StoredTranslation>,
  ): Promise<TranslationRow['previous']> {
    for (const source of textSources) {
      const earlier = await source.listEarlierTexts(place)
      const translated = earlier.find((text) => text !== place.text && translations.has(text))
      if (translated) return { source: translated, translation: translations.get(translated)!.translation }
    }
    return null
  }
}
