import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import {
  type PlacedText,
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
import { inContentTransaction } from '#server/database/transaction.ts'
import { type Clock, toIso } from '#server/kernel/clock.ts'
import { type Events, memoizeUntilChange } from '#server/kernel/events.ts'
import type { Guard } from '#server/kernel/http/guard.ts'
import { badRequest, conflict } from '#server/kernel/http/problem.ts'
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

/** The marks of formats of which a translation has not as many as the English text: '<1>', '</1>'. */
function findLostFormats({ source, translation }: { source: string; translation: string }): string[] {
  if (translation === '') return []
  const count = (text: string, mark: string) => text.split(mark).length
  const marks = new Set(source.match(/<\/?\d{1,4}>/g))
  return [...marks].filter((mark) => count(source, mark) !== count(translation, mark))
}

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
      const present = new Set(all.map(({ source }) => source))
      const readEarlier = memoizeEarlier(textSources)
      const rows: TranslationRow[] = []
      for (const text of page) rows.push(await toRow(text, { translations, present, readEarlier }))
      return rows
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
    async ({ actor, body: { previous, ...body } }) => {
      const lost = findLostFormats(body)
      if (lost.length > 0)
        throw badRequest(`Keep the marks of the format in the translation: ${lost.join(', ')}.`)
      const known = (await readTexts()).find(({ source }) => source === body.source)
      const before = (await translator.read()).get(body.language)?.get(body.source)
      const isLabel = known?.isLabel || before?.isLabel
      await inContentTransaction({ db, events }, async (tx) => {
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
      return { state: body.translation ? ('done' as const) : ('missing' as const) }
    },
  )

  async function toRow(
    { source, group, uses, useCount }: Text,
    { translations, ...context }: RowContext,
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
      previous: stored ? null : await findPrevious(uses[0]!, { translations, ...context }),
    }
  }
}

interface RowContext {
  translations: ReadonlyMap<string, StoredTranslation>
  /** All texts of the content: what stands somewhere else now was moved. */
  present: ReadonlySet<string>
  readEarlier(place: PlacedText): Promise<ReadonlyMap<string, string[]>>
}

/** The newest translated text that stood at a place before, and nowhere now. */
async function findPrevious(
  place: PlacedText,
  { translations, present, readEarlier }: RowContext,
): Promise<TranslationRow['previous']> {
  const earlier = (await readEarlier(place)).get(place.path) ?? []
  const source = earlier.find((text) => !present.has(text) && translations.has(text))
  return source === undefined ? null : { source, translation: translations.get(source)!.translation }
}

/** Reads the earlier texts of each document once. */
function memoizeEarlier(sources: readonly TextSource[]): RowContext['readEarlier'] {
  const read = new Map<string, Promise<ReadonlyMap<string, string[]>>>()
  return (place) => {
    const key = `${place.kind} ${place.document}`
    const known = read.get(key) ?? readEarlierTexts(sources, place)
    read.set(key, known)
    return known
  }
}

async function readEarlierTexts(
  sources: readonly TextSource[],
  { kind, document }: PlacedText,
): Promise<ReadonlyMap<string, string[]>> {
  const byPath = new Map<string, string[]>()
  const source = sources.find((each) => each.kind === kind)
  for await (const texts of source?.listEarlierTexts(document) ?? [])
    for (const { path, text } of texts) byPath.set(path, [...(byPath.get(path) ?? []), text])
  return byPath
}
