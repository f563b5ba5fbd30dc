import type { DocumentType } from './document-labels.ts'

/** Words that name a type of documents, and others that mean it in the name of a file only. The first match applies to a file. */
const TYPE_WORDS: [type: DocumentType, words: RegExp, inFileNames?: RegExp][] = [
  [
    'parts-list',
    /\b(?:parts? lists?|spares? lists?|parts? books?|bills? of materials?)\b/,
    /\b(?:spare parts?|bom)\b/,
  ],
  [
    'certificate',
    /\b(?:certificates?|declaration of conformity|test reports?)\b/,
    /\b(?:certification|declaration|ce|iso \d+)\b/,
  ],
  [
    'manual',
    // 'manual lathe' is a lathe.
    /\b(?:manuals|manual(?! (?!books?\b|files?\b)\p{L}{4})|instructions?|user guide|handbook)\b/u,
    /\b(?:manual|operating|operation|maintenance)\b/,
  ],
  [
    'brochure',
    /\b(?:brochures?|leaflets?|catalogues?|catalogs?|data ?sheets?|spec(?:ification)? sheets?|flyers?)\b/,
  ],
  [
    'drawing',
    /\b(?:drawings?|foundation plans?|layout plans?)\b/,
    /\b(?:drg|layout|dimensions?|foundation|ga)\b/,
  ],
  ['cad-model', /\b(?:cad|3 ?d models?|step files?)\b/],
]

/** The type that the words of a file name mean, in lower case between single spaces. */
export const readFileType = (words: string): DocumentType | undefined =>
  TYPE_WORDS.find(([, named, inFileNames]) => named.test(words) || inFileNames?.test(words))?.[0]

/** The types of documents that a search asks for, in the same form. */
export const readSearchedTypes = (words: string): DocumentType[] =>
  TYPE_WORDS.flatMap(([type, named]) => (named.test(words) ? [type] : []))
