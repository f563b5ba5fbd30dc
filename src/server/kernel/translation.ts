import type { PlacedText } from '#contracts/translation/translation.ts'
import type { TranslatedLanguage } from '#messages/language.ts'

/** One kind of documents whose texts are translated. */
export interface TextSource {
  /** The texts of all documents, or of one, in batches, in the order in which staff see them. */
  listTexts(document?: string): AsyncIterable<PlacedText[]>
  kind: PlacedText['kind']
  /** The texts of the stored revisions of a document, the newest first. */
  listEarlierTexts(document: string): AsyncIterable<Pick<PlacedText, 'path' | 'text'>[]>
}

/** Translates what staff have written, for visitors. */
export interface ContentTranslator {
  /** Returns the function that translates a text; it returns undefined for one without a translation. */
  open(language: TranslatedLanguage): Promise<(text: string) => string | undefined>
  /** The languages into which all of these texts are translated that have words. */
  listLanguages(texts: readonly string[]): Promise<TranslatedLanguage[]>
  /** The translated names of specifications, categories and subjects by the English ones. */
  listLabels(language: TranslatedLanguage): Promise<Record<string, string>>
}
